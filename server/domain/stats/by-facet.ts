import { sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import type { Ctx } from "@/server/core/ctx";
import { type Counts, counts, type Facet, SUMS, TALLIES } from "./counts";
import { readNewest } from "./newest";
import { readRows } from "./read-rows";
import type { StatsRange } from "./schema";
import { isAllProducers, type Scope } from "./scope";

/** The counts of one country, os or group. Scans without one have the country `ZZ`, or an empty value. */
export interface OfValue extends Counts {
  value: string;
}

const read = (scope: Scope, facet: Facet, range: StatsRange, limit: number) => sql`
  select value, ${SUMS} from (${counts({ scope, facet, range })}) as counted
  group by value having sum(original + fake + unknown + error) > 0
  order by sum(original + fake + unknown + error) desc, value limit ${limit}`;

const MAX_COUNTRIES = 300;
const MAX_FACET_VALUES = 20;

/** Counts scans by country, most scanned first; of a group, its newest 20,000 scans. */
export async function countriesOf(
  ctx: Ctx,
  scope: Scope,
  range: StatsRange,
  group?: string,
): Promise<OfValue[]> {
  if (group === undefined)
    return readRows<OfValue & Record<string, unknown>>(ctx, read(scope, "country", range, MAX_COUNTRIES));
  const value = sql`coalesce(country, ${NO_COUNTRY}) as value`;
  const made = { select: sql`${value}, ${TALLIES}`, groupBy: sql`group by 1 order by count(*) desc, 1` };
  return (
    await readNewest<OfValue & Record<string, unknown>>(ctx, { scope, range, narrowed: { group } }, made)
  ).rows;
}

/** Counts scans by the operating system that scanners report, in lower case: the 20 most used. */
export const systemsOf = (ctx: Ctx, scope: Scope, range: StatsRange): Promise<OfValue[]> =>
  readRows<OfValue & Record<string, unknown>>(ctx, read(scope, "os", range, MAX_FACET_VALUES));

/** A group with its current title; null also for a deleted group. */
export interface OfGroup extends OfValue {
  title: string | null;
}

/** Counts scans by the group of the item at the time: the 20 most scanned. Empty for all producers together. */
export async function groupsOf(ctx: Ctx, scope: Scope, range: StatsRange): Promise<OfGroup[]> {
  if (isAllProducers(scope)) return [];
  return readRows<OfGroup & Record<string, unknown>>(
    ctx,
    sql`
    select counted.*, ${groups.title} from (${read(scope, "group", range, MAX_FACET_VALUES)}) as counted
    left join ${groups} on ${groups.id} = nullif(value, '')::uuid
    order by original + fake + unknown + error desc, value`,
  );
}
