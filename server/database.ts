import { migrateDatabase } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/platform/embedded-postgres";
import { messageOf } from "@/server/platform/embedded-postgres-place";
import { env } from "@/server/platform/env";

/** Tells people at a terminal what is going on; standard output belongs to logs and to what commands print. */
export const say = (line: string) => process.stderr.write(`[assay] ${line}\n`);

/** What failed and why, in one line; a failed statement by what the database says of it. */
export function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let why = error; why !== undefined; why = why instanceof Error ? why.cause : undefined) {
    const reason = messageOf(why).replace(/\s+/g, " ").trim();
    if (!reason.startsWith("Failed query:") && !reasons.includes(reason)) reasons.push(reason);
  }
  return reasons.join(": ");
}

/** Tells people why something ended, without the stack. */
export function sayWhy(error: unknown): void {
  say(reasonOf(error));
}

/** Where a database is, without user and password. */
const placeOf = (url: string) => url.replace(/^[^:]+:\/\//, "").replace(/^[^/]*@/, "");

/**
 * Makes sure that there is a migrated database and names it in `DATABASE_URL` for the whole process: the configured
 * one, or else an embedded one in `DATA_DIR`. Returns what stops it again.
 */
export async function provideDatabase(): Promise<() => Promise<void>> {
  let stop = async () => {};
  if (!env.DATABASE_URL) {
    const embedded = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, database: "assay", say });
    process.env.DATABASE_URL = embedded.url;
    stop = () => embedded.stop();
  }
  try {
    await migrateDatabase(process.env.DATABASE_URL ?? "");
  } catch (error) {
    await stop();
    if (!env.DATABASE_URL) throw error;
    throw new Error(`The database ${placeOf(env.DATABASE_URL)} of DATABASE_URL cannot be used`, {
      cause: error,
    });
  }
  return stop;
}
