import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { allOrOf, type Counts, counts, SUMS } from "./counts";
import type { MapQuery } from "./map-query";
import { rangeOf } from "./map-terms";
import { readRows } from "./read-rows";
import type { Scope } from "./scope";

/** The scans of a UTC day; `day` has the form `2026-01-31`. */
export interface OfDay extends Counts {
  day: string;
}

/** Counts scans by day, optionally of one country; the first day first. Days without scans are left out. */
export const daysOf = (ctx: Ctx, scope: Scope, { days, country }: MapQuery): Promise<OfDay[]> =>
  readRows<OfDay & Record<string, unknown>>(
    ctx,
    sql`
    select (at at time zone 'UTC')::date::text as day, ${SUMS}
    from (${counts({ scope, range: rangeOf(days), ...allOrOf(country) })}) as counted
    group by 1 having sum(original + fake + unknown + error) > 0 order by 1`,
  );
