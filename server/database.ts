import { migrateDatabase } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/platform/embedded-postgres";
import { env } from "@/server/platform/env";

/** Tells people at a terminal what is going on; standard output belongs to logs and to what commands print. */
export const say = (line: string) => process.stderr.write(`[assay] ${line}\n`);

/** Tells people why something ended: the error and what caused it, without the stack. */
export function sayWhy(error: unknown): void {
  for (let why = error; why !== undefined; why = why instanceof Error ? why.cause : undefined) {
    say(why instanceof Error ? why.message : String(why));
  }
}

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
  await migrateDatabase(process.env.DATABASE_URL ?? "");
  return stop;
}
