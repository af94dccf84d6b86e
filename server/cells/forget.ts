import type { Sql } from "postgres";
import { belongs, MOVED, producerOf } from "@/db/producer-tables";
import { fence } from "./session";

const BATCH_ROWS = 1_000;

/**
 * Deletes rows of a producer that this cell does not serve, in batches, and after the last one its move. Roll-ups follow from the
 * deleted scans; the sweep of orphans removes the bytes of files. `sql` writes copies. Returns whether nothing is left; false
 * where it stopped after `forMs`.
 */
export async function forgetRows(
  sql: Sql,
  producerId: string,
  forMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const endsAt = performance.now() + forMs;
  for (const table of MOVED.toReversed()) {
    // Rows of other partitions may have the same place, and another producer.
    const statement = `delete from ${table.name} r where ${producerOf(table)} = $1 and ctid = any(array(
      select r.ctid from ${table.name} r where ${belongs(table)} limit ${BATCH_ROWS}))`;
    while ((await sql.unsafe(statement, [producerId])).count >= BATCH_ROWS)
      if (performance.now() > endsAt) return false;
  }
  await sql.begin(async (tx) => {
    // Items are never deleted otherwise, so no trigger counts that.
    await tx`delete from pending_bytes where producer_id = ${producerId} and kind = 'items'`;
    await tx`delete from rollup_bytes where producer_id = ${producerId} and kind = 'items'`;
    await tx`delete from cell_changes where producer_id = ${producerId}`;
    await tx`delete from cell_moves where producer_id = ${producerId}`;
  });
  await fence(sql);
  return true;
}
