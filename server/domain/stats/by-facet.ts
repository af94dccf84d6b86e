import { sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import type { Ctx } from "@/server/core/ctx";
import { type Counts, counts, type Facet, SUMS } from "./counts";
import { readRows } from "./read-rows";
import type { StatsRange } from "./schema";
import { isAllProducers, type Scope } from "./scope";

/** The counts of one country, os or group; `ZZ` or nothing stands for scans that have none. */
export interface OfValue extends Counts {
  value: string;
}

const read = (scope: Scope, facet: Facet, range: StatsRange, most: number) => sql`
  select value, ${SUMS} from (${counts({ scope, facet, range })}) as counted
  group by value having sum(original + fake + unknown + error) > 0
  order by sum(original + fake + unknown + error) desc, value limit ${most}`;

const MAX_COUNTRIES = 300;
const MAX_FACET_VALUES = 20;

/** How many scans there were in each country, most scanned first. */
export const countriesOf = (ctx: Ctx, scope: Scope, range: StatsRange): Promise<OfValue[]> =>
  readRows<OfValue & Record<string, unknown>>(ctx, read(scope, "country", range, MAX_COUNTRIES));

/** By the system of the device, as scanners tell it, in lower case: the 20 most used. */
export const systemsOf = (ctx: Ctx, scope: Scope, range: StatsRange): Promise<OfValue[]> =>
  readRows<OfValue & Record<string, unknown>>(ctx, read(scope, "os", range, MAX_FACET_VALUES));

/** A group as it is called now; without a title also where it is gone. */
export interface OfGroup extends OfValue {
  title: string | null;
}

/** By the group that items were in when they were scanned: the 20 most scanned. Not told of everybody. */
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
