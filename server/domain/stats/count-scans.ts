import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** As in `count_scans()` of the database, which waits for it. */
const COUNTING_LOCK = 4_702_113;

/**
 * Takes what became of scans since the last time into their counts (decision 0025), unless another process is at it. What
 * readers are told stays the same; they find it faster. Returns how many scans came, changed or went.
 */
export async function countScans({ db }: Pick<Database, "db">): Promise<number> {
  const [some] = await db.execute(sql`select from uncounted_scans limit 1`);
  if (!some) return 0;
  return db.transaction(async (tx) => {
    // After an outage there may be very many.
    await tx.execute(sql`set local statement_timeout = 0`);
    const [done] = await tx.execute<{ counted: number }>(
      sql`select count_scans()::float8 as counted where pg_try_advisory_xact_lock(${COUNTING_LOCK})`,
    );
    return done?.counted ?? 0;
  });
}
