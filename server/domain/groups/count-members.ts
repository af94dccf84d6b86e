import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";

/** More items of one group are not counted: each takes an index entry. */
const MAX_COUNTED = 100_000;
/** Groups of one statement. */
const BATCH_SIZE = 20;

/** Counts the items of each of the caller's groups; null for more than `most`. */
export async function countMembers(
  ctx: Ctx,
  ids: string[],
  most = MAX_COUNTED,
): Promise<ReadonlyMap<string, number | null>> {
  const { producerId } = callingProducer(ctx);
  const counts = new Map<string, number | null>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const part = ids.slice(start, start + BATCH_SIZE);
    const rows = await walkIndexes(ctx.db, (db) =>
      db.execute<{ id: string; count: number }>(sql`
        select wanted.id, (select count(*)::int from (
          select from ${items} as item where item.group_id = wanted.id limit ${most + 1}) counted) as count
        from ${groups} as wanted
        where wanted.producer_id = ${producerId} and wanted.id = any(${makePgArray(part)}::uuid[])`),
    );
    for (const { id, count } of rows) counts.set(id, count > most ? null : count);
  }
  return counts;
}
