import { and, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/ctx";
import { moment } from "./counts";
import type { StatsRange } from "./schema";
import { isEverybody, type Scope } from "./scope";

/** An item with fakes, deleted since or not. */
export interface OfItem {
  identifier: string;
  title: string | null;
  fakes: number;
  /** At most 10,000 are counted. */
  scans: number;
}

export const MOST_SCANS_COUNTED = 10_000;
const MOST_ITEMS = 10;

const inCountry = (country: string | undefined): SQL | undefined => {
  if (country === undefined) return undefined;
  return country === NO_COUNTRY ? sql`country is null` : sql`country = ${country}`;
};

/** The ten items with most fakes in a range, of a country where one is named. Not told of everybody. */
export async function itemsWithMostFakes(
  ctx: Ctx,
  scope: Scope,
  range: StatsRange,
  country?: string,
): Promise<OfItem[]> {
  if (isEverybody(scope)) return [];
  const within = and(
    sql`timestamp >= ${moment(range.from)} and timestamp < ${moment(range.before)}`,
    inCountry(country),
  );
  return ctx.db.execute<OfItem & Record<string, unknown>>(sql`
    with worst as (
      select item_id, count(*)::int as fakes from ${scans}
      where producer_id = ${scope.producerId} and copyclassification = 'fake' and ${within}
      group by item_id order by count(*) desc, item_id limit ${MOST_ITEMS}
    )
    select ${items.identifier}, ${items.title}, worst.fakes, (
      select count(*)::int from (
        select from ${scans} where item_id = worst.item_id and ${within} limit ${MOST_SCANS_COUNTED}) as counted
    ) as scans
    from worst join ${items} on ${items.id} = worst.item_id order by worst.fakes desc, worst.item_id`);
}
