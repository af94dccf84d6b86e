import { readFileSync } from "node:fs";
import postgres from "postgres";
import { migrateDatabase } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/platform/embedded-postgres";
import { atEnd } from "./cleanup";
import { parentOf } from "./cpu";

export interface BenchDatabase {
  url: string;
  sql: postgres.Sql;
  /** The server's version, such as 18.4. */
  version: string;
  versionNumber: number;
  /** The server's first process, where it runs on this machine. */
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
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function embeddedDatabase(dataDir: string): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir, database: "bench" });
  await atEnd(() => embedded.stop());
  return embedded.url;
}

/** The url as the `pg` package reads it: an embedded server's folder ends with a comma, which tells postgres.js that it is one. */
export const pgUrlOf = (url: string) => url.replace(/%2F%2C(?=[:/])/i, "");

const isPostgres = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres");
  } catch {
    return false;
  }
};

/**
 * A migrated database with durable settings: a fresh one on the server that `DATABASE_URL` names, or else an embedded
 * server's in `dataDir`. Removed at the end.
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
  if (!facts) throw new Error("The database does not tell its version.");
  const postmaster = isPostgres(facts.pid) ? parentOf(facts.pid) : undefined;
  return { url, sql, version: facts.version, versionNumber: facts.number, postmaster };
}

/** The same starting point for each round: nothing left to vacuum, nothing left to write. */
export async function settle({ sql }: BenchDatabase): Promise<void> {
  await sql`vacuum (analyze) items`;
  await sql`vacuum (analyze) scans`;
  await sql`checkpoint`;
}
