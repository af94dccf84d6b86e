import { sql } from "drizzle-orm";
import { itemDays } from "@/db/schema/item-days";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { comparedOf } from "./compared";
import { day, moment } from "./counts";
import { readRows } from "./read-rows";
import type { StatsRange } from "./schema";
import { isAllProducers, producersOf, type Scope } from "./scope";

/** The whole UTC days of a range, and its parts of days. A last day that ends after `asOf` is whole: no scan is later. */
function partsOf({ from, before }: StatsRange, asOf: number): { days: StatsRange; parts: StatsRange[] } {
  const first = Math.ceil(from / DAY_MS) * DAY_MS;
  const last = (before > asOf ? Math.ceil(before / DAY_MS) : Math.floor(before / DAY_MS)) * DAY_MS;
  if (first > last) return { days: { from: first, before: first }, parts: [{ from, before }] };
  const parts = [
    { from, before: first },
    { from: last, before: Math.max(last, before) },
  ];
  return { days: { from: first, before: last }, parts: parts.filter(({ from, before }) => from < before) };
}

/** One row for each item scanned in the range, by the index of each producer's scans. */
const scannedIn = (scope: Scope, { from, before }: StatsRange) => sql`
  select distinct scanned.item_id from ${producers} cross join lateral (
    select ${scans.itemId} from ${scans} where ${scans.producerId} = ${producers.id}
      and ${scans.timestamp} >= ${moment(from)} and ${scans.timestamp} < ${moment(before)} offset 0
  ) as scanned
  where ${producersOf(scope)}`;

/** Counts scanned items: on whole days by the daily roll-ups, in parts of days by the scans themselves. */
async function scannedWithin(ctx: Ctx, scope: Scope, range: StatsRange, asOf: number): Promise<number> {
  if (range.from >= range.before) return 0;
  const scopeFilter = isAllProducers(scope)
    ? sql`producer_id in (select ${producers.id} from ${producers} where ${producersOf(scope)})`
    : sql`producer_id = ${scope.producerId}`;
  const { days, parts } = partsOf(range, asOf);
  const sets = [
    sql`select chunk, bit_or(items) as items from ${itemDays}
      where ${scopeFilter} and day >= ${day(days.from)} and day < ${day(days.before)} group by chunk`,
    ...parts.map(
      (part) => sql`
      select item_id >> 12 as chunk, bit_or(set_bit(B'0'::bit(4096), (item_id & 4095)::integer, 1)) as items
      from (${scannedIn(scope, part)}) as scanned group by 1`,
    ),
  ];
  const { items } = only(
    await readRows<{ items: number }>(
      ctx,
      sql`
      select coalesce(sum(bit_count(scanned)), 0)::float8 as items from (
        select bit_or(items) as scanned from (${sql.join(sets, sql` union all `)}) as sets group by chunk) as chunks`,
    ),
  );
  return items;
}

/** Counts the items scanned in a range, and in the same part of the days before. */
export async function activeItemsOf(ctx: Ctx, scope: Scope, range: StatsRange) {
  const asOf = Date.now();
  const compared = comparedOf(range, asOf);
  const [now, before] = await Promise.all([
    scannedWithin(ctx, scope, compared.now, asOf),
    scannedWithin(ctx, scope, compared.before, asOf),
  ]);
  return { now, before };
}
