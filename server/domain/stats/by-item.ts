import { and, type SQL, sql } from "drizzle-orm";
import { rollupItemFakes, STRETCHES } from "@/db/schema/item-fakes";
import { items } from "@/db/schema/items";
import { pendingRollups } from "@/db/schema/pending-rollups";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { shownTitle } from "@/server/domain/shared/shown-title";
import { day, moment } from "./counts";
import { inCountry } from "./in-country";
import { readRows } from "./read-rows";
import type { StatsRange } from "./schema";
import { isAllProducers, type Scope } from "./scope";

/** An item with fakes; it may be deleted. */
export interface OfItem {
  identifier: string;
  title: string | null;
  fakes: number;
  /** Counted up to 10,000. */
  scans: number;
}

const MAX_SCANS_COUNTED = 10_000;
const MAX_ITEMS = 10;
const MAX_RANKED = 200;

/** Months in each of the two parts of a stretch. */
const MONTHS: Record<(typeof STRETCHES)[number], number> = { month: 1, quarter: 3, year: 12 };

/** The shortest stretch that contains a range: no item has more fakes in the range than in the stretch. */
export function stretchAround({ from, before }: StatsRange) {
  const start = new Date(from);
  for (const stretch of STRETCHES) {
    const months = MONTHS[stretch];
    const month = start.getUTCMonth() - (start.getUTCMonth() % months);
    if (before <= Date.UTC(start.getUTCFullYear(), month + 2 * months)) {
      return { stretch, first: Date.UTC(start.getUTCFullYear(), month) };
    }
  }
  return undefined;
}

interface WorstQuery {
  producerId: string;
  range: StatsRange;
  within: SQL | undefined;
}

/** Rows of `item_id`, `fakes` and `unseen`: no item that was not examined has more fakes than `unseen`. */
type Worst = (query: WorstQuery) => SQL | undefined;

/** Examines the items with most fakes in a longer time, and those with pending roll-up rows. */
const worstOfRanked: Worst = ({ producerId, range, within }) => {
  const around = stretchAround(range);
  return (
    around &&
    sql`
    with ranked as (
      select item_id, fakes from ${rollupItemFakes}
      where producer_id = ${producerId} and stretch = ${around.stretch} and first = ${day(around.first)}
      order by fakes desc limit ${MAX_RANKED}
    ), looked_at as (
      select item_id from ranked union
      select item_id from ${pendingRollups} where producer_id = ${producerId} and copyclassification = 'fake'
    ), counted as materialized (
      select item_id, (
        select count(*)::int from ${scans}
        where scans.item_id = looked_at.item_id and copyclassification = 'fake' and ${within}) as fakes
      from looked_at
    )
    select item_id, fakes, (select case count(*) when ${MAX_RANKED} then min(fakes) else 0 end from ranked) as unseen
    from counted where fakes > 0 order by fakes desc, item_id limit ${MAX_ITEMS}`
  );
};

/** Examines each fake of the range. */
const worstOfAll: Worst = ({ producerId, within }) => sql`
  select item_id, count(*)::int as fakes, 0 as unseen from ${scans}
  where producer_id = ${producerId} and copyclassification = 'fake' and ${within}
  group by item_id order by count(*) desc, item_id limit ${MAX_ITEMS}`;

/** The ten items with most fakes in a range, optionally of one country. Empty for all producers together. */
export async function itemsWithMostFakes(
  ctx: Ctx,
  scope: Scope,
  range: StatsRange,
  country?: string,
): Promise<OfItem[]> {
  if (isAllProducers(scope)) return [];
  const within = and(
    sql`timestamp >= ${moment(range.from)} and timestamp < ${moment(range.before)}`,
    inCountry(country),
  );
  for (const worst of [worstOfRanked, worstOfAll]) {
    const rows = worst({ producerId: scope.producerId, range, within });
    if (!rows) continue;
    const found = await readRows<OfItem & { unseen: number } & Record<string, unknown>>(
      ctx,
      sql`
      with worst as (${rows})
      select ${items.identifier}, ${shownTitle} as title, worst.fakes, worst.unseen, (
        select count(*)::int from (
          select from ${scans} where item_id = worst.item_id and ${within} limit ${MAX_SCANS_COUNTED}) as counted
      ) as scans
      from worst join ${items} on ${items.id} = worst.item_id order by worst.fakes desc, worst.item_id`,
    );
    const [last] = found.slice(-1);
    if (last && (last.unseen === 0 || (found.length === MAX_ITEMS && last.fakes > last.unseen))) {
      return found.map(({ unseen, ...item }) => item);
    }
  }
  return [];
}
