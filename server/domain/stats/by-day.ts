import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { allOrOf, type Counts, counts, SUMS, TALLIES } from "./counts";
import type { MapQuery } from "./map-query";
import { rangeOf } from "./map-terms";
import { readNewest } from "./newest";
import { readRows } from "./read-rows";
import type { Scope } from "./scope";

/** The scans of a UTC day; `day` has the form `2026-01-31`. */
export interface OfDay extends Counts {
  day: string;
}

/**
 * Counts scans by day, optionally of one country or group; the first day first. Days without scans are left out. Of a country
 * and a group together, the newest 20,000 scans of the group are counted.
 */
export async function daysOf(ctx: Ctx, scope: Scope, { days, country, group }: MapQuery): Promise<OfDay[]> {
  const range = rangeOf(days);
  if (country !== undefined && group !== undefined) {
    const of = { scope, range, narrowed: { country, group } };
    const day = sql`(timestamp at time zone 'UTC')::date::text as day`;
    const made = { select: sql`${day}, ${TALLIES}`, groupBy: sql`group by 1 order by 1` };
    return (await readNewest<OfDay & Record<string, unknown>>(ctx, of, made)).rows;
  }
  return readRows<OfDay & Record<string, unknown>>(
    ctx,
    sql`
    select (at at time zone 'UTC')::date::text as day, ${SUMS}
    from (${counts({ scope, range, ...allOrOf(country, group) })}) as counted
    group by 1 having sum(original + fake + unknown + error) > 0 order by 1`,
  );
}
