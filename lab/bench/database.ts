import { readFileSync } from "node:fs";
import { startEmbeddedPostgres } from "@assay/embedded-postgres";
import postgres from "postgres";
import { urlOfDatabase } from "@/db/address";
import { migrateDatabase } from "@/db/migrate";
import { atEnd } from "./cleanup";
import { parentOf } from "./cpu";

export interface BenchDatabase {
  url: string;
  sql: postgres.Sql;
  /** The server's version, for example 18.4. */
  version: string;
  versionNumber: number;
  /** The server's postmaster, if it runs on this machine. */
  postmaster: number | undefined;
}

async function freshDatabaseOn(serverUrl: string): Promise<string> {
  const name = `assay_bench_${process.pid}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await atEnd(() => admin.end());
  await admin`create database ${admin(name)}`;
  await atEnd(async () => {
    await admin`drop database ${admin(name)} with (force)`;
  });
  return urlOfDatabase(serverUrl, name);
}

async function embeddedDatabase(dataDir: string): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir, database: "bench" });
  await atEnd(() => embedded.stop());
  return embedded.url;
}

/** The URL for the `pg` package: that of an embedded server has a comma after the folder, for postgres.js. */
export const pgUrlOf = (url: string) => url.replace(/%2F%2C(?=[:/])/i, "");

const isPostgres = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres");
  } catch {
    return false;
  }
};

/**
 * Opens a migrated database with durable settings: a fresh one on the server of `DATABASE_URL`, or else in an embedded
 * server in `dataDir`. It is removed at the end.
 */
export async function startDatabase(dataDir: string): Promise<BenchDatabase> {
  const server = process.env.DATABASE_URL;
  const url = server ? await freshDatabaseOn(server) : await embeddedDatabase(dataDir);
  await migrateDatabase(url);
  const sql = postgres(url, { max: 2, onnotice: () => {}, connection: { application_name: "assay-bench" } });
  await atEnd(() => sql.end());
  const [facts] = await sql<{ version: string; number: number; pid: number }[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_backend_pid() as pid`;
  if (!facts) throw new Error("The database returned no version.");
  const postmaster = isPostgres(facts.pid) ? parentOf(facts.pid) : undefined;
  return { url, sql, version: facts.version, versionNumber: facts.number, postmaster };
}

/** Gives each round the same start: nothing to vacuum and nothing to write. */
export async function settle({ sql }: BenchDatabase): Promise<void> {
  await sql`vacuum (analyze) items`;
  await sql`vacuum (analyze) scans`;
  await sql`checkpoint`;
}
