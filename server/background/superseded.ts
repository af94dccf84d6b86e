import { sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { migrationsOfThisBuild } from "@/server/platform/build-info";
import { log } from "@/server/platform/log";

const CHECK_INTERVAL_MS = 5_000;

/** Whether a contract of a newer build has ended the support of this one. */
export async function isSuperseded(db: Connection, build = migrationsOfThisBuild()): Promise<boolean> {
  const found = await db.execute(sql`select from drizzle.schema_release where min_build > ${build}`);
  return found.length > 0;
}

/** Calls `stop` once the schema no longer supports this build. Returns a function that ends the checks. */
export function onceSuperseded(db: Connection, stop: () => Promise<void>, build?: number): () => void {
  const timer = setInterval(async () => {
    // A failed check waits for the next one: other parts report an outage of the database.
    if (!(await isSuperseded(db, build).catch(() => false))) return;
    clearInterval(timer);
    log.error("the schema needs a newer build: background work stops, and /readyz answers 503");
    await stop();
  }, CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
