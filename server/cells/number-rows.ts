import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { requireCells } from "@/server/platform/cells";

/** Ids that each cell has, so that rows keep theirs in every cell: 1000 cells stay below 2^53. */
const IDS_OF_CELL = 2 ** 43;
const NUMBERED = ["items", "attempts", "audit_events", "alert_notes", "case_links", "case_entries"];

/**
 * Lets the numbers of new rows begin in the range of this cell, before its first row.
 * @throws where the database of another cell than 0 has rows already
 */
export async function numberRows(db: Db): Promise<void> {
  const { own } = requireCells();
  const first = own * IDS_OF_CELL + 1;
  for (const table of NUMBERED) {
    const sequence = sql.raw(`${table}_id_seq`);
    const [row] = await db.execute<{ last: string; hasRows: boolean }>(
      sql`select last_value::text as last, exists (select from ${sql.raw(table)} where id < ${first}) as "hasRows" from ${sequence}`,
    );
    if (!row || Number(row.last) >= first) continue;
    if (table === "items" && row.hasRows)
      throw new Error(`Cell ${own} begins with an empty database, and this one has items of another cell.`);
    await db.execute(sql`select setval(${`${table}_id_seq`}::regclass, ${first}, false)`);
  }
}
