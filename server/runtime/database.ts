import { startEmbeddedPostgres } from "@assay/embedded-postgres";
import { migrateDatabase } from "@/db/migrate";
import { env } from "@/server/platform/env";
import { say } from "@/server/platform/say.mjs";

/** The address of a database without user and password. */
const placeOf = (url: string) => url.replace(/^[^:]+:\/\//, "").replace(/^[^/]*@/, "");

/**
 * Provides a migrated database and sets `DATABASE_URL` for the process: the configured database, or an embedded one in
 * `DATA_DIR`. Returns a function that stops the embedded one.
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
