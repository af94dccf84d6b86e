import type { Sql } from "postgres";
import { endFences } from "./session";
import { belongs, MOVED } from "./tables";

const BATCH_ROWS = 1_000;

/**
 * Deletes all rows of a producer that this cell does not serve, in batches, and then its move. Roll-ups follow from the deleted
 * scans; the sweep of orphans removes the bytes of files. `sql` writes copies.
 */
export async function forgetRows(sql: Sql, producerId: string): Promise<void> {
  for (const table of MOVED.toReversed()) {
    const statement = `delete from ${table.name} where ctid = any(array(
      select r.ctid from ${table.name} r where ${belongs(table)} limit ${BATCH_ROWS}))`;
    while ((await sql.unsafe(statement, [producerId])).count === BATCH_ROWS);
  }
  await sql.begin(async (tx) => {
    // Items are never deleted otherwise, so no trigger counts that.
    await tx`delete from pending_bytes where producer_id = ${producerId} and kind = 'items'`;
    await tx`delete from rollup_bytes where producer_id = ${producerId} and kind = 'items'`;
    await tx`delete from cell_changes where producer_id = ${producerId}`;
    await tx`delete from cell_moves where producer_id = ${producerId}`;
  });
  await endFences(sql);
}
