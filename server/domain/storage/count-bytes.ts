import { notInArray, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { pendingBytes, rollupBytes } from "@/db/schema/storage";
import type { Loop } from "@/server/loops/loop";
import { IDLE_INTERVAL_MS } from "@/server/platform/activity";

/** The same advisory lock as in the database function `recount_bytes()`, which waits for it. */
const COUNTING_LOCK = 4_702_114;

/** An outage may leave very many rows: the producers of some of them are counted first, with all of their rows. */
const MAX_ROWS_LISTED = 100_000;

/**
 * Adds pending bytes to the roll-up (decision 0042), producer by producer where the rows of one cannot be added. Skips
 * the work where another process holds the lock.
 */
export const countingBytes: Loop<string> = {
  name: "countingBytes",
  intervalMs: 1_000,
  idleIntervalMs: IDLE_INTERVAL_MS,
  timeoutMs: 3_600_000,
  keyOf: (producerId) => producerId,
  async *batches(run) {
    const some = run.db
      .select({ id: pendingBytes.producerId })
      .from(pendingBytes)
      .where(notInArray(pendingBytes.producerId, [...run.aside]))
      .limit(MAX_ROWS_LISTED)
      .as("some");
    const rows = await run.db.selectDistinct({ id: some.id }).from(some);
    if (rows.length > 0) yield rows.map(({ id }) => id);
  },
  work: ({ db }, producers) =>
    db.transaction(async (tx) => {
      // One producer may have very many rows.
      await tx.execute(sql`set local statement_timeout = 0`);
      const [lock] = await tx.execute(
        sql`select from (select) as always where pg_try_advisory_xact_lock(${COUNTING_LOCK})`,
      );
      if (!lock) return "left";
      await tx.execute(sql`
        with gone as (
          delete from ${pendingBytes} where producer_id = any(${makePgArray(producers)}::uuid[])
          returning producer_id, kind, bytes
        )
        insert into ${rollupBytes} as held (producer_id, kind, bytes)
        select producer_id, kind, sum(bytes) from gone group by 1, 2 having sum(bytes) <> 0 order by 1, 2
        on conflict (producer_id, kind) do update set bytes = held.bytes + excluded.bytes`);
    }),
};
