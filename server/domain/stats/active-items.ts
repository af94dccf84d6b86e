import { sql } from "drizzle-orm";
import { itemDays } from "@/db/schema/item-days";
import type { Ctx } from "@/server/ctx";
import { only } from "@/server/domain/shared/only";
import { day } from "./counts";
import { readRows } from "./read-rows";
import { DAY_MS, type StatsRange } from "./schema";
import { isEverybody, type Scope } from "./scope";

/** The first and the last day are whole days of UTC. */
async function scannedFrom(ctx: Ctx, scope: Scope, from: number, before: number): Promise<number> {
  const whose = isEverybody(scope) ? sql`true` : sql`producer_id = ${scope.producerId}`;
  const { items } = only(
    await readRows<{ items: number }>(
      ctx,
      sql`
      select coalesce(sum(bit_count(scanned)), 0)::float8 as items from (
        select bit_or(items) as scanned from ${itemDays}
        where ${whose} and day >= ${day(from)} and day < ${day(before)} group by chunk) as chunk`,
    ),
  );
  return items;
}

/** How many items were scanned on the UTC days of a range, and on as many days before. */
export async function activeItemsOf(ctx: Ctx, scope: Scope, range: StatsRange) {
  const from = Math.floor(range.from / DAY_MS) * DAY_MS;
  const before = Math.ceil(range.before / DAY_MS) * DAY_MS;
  const [now, earlier] = await Promise.all([
    scannedFrom(ctx, scope, from, before),
    scannedFrom(ctx, scope, Math.max(0, 2 * from - before), from),
  ]);
  return { now, before: earlier };
}
