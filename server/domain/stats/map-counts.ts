import { and, between, eq, sql } from "drizzle-orm";
import { scanDays } from "@/db/schema/scan-days";
import type { Ctx } from "@/server/ctx";
import type { Days, MapQuery } from "./map-query";
import { sumsOf, type VerdictCounts } from "./map-terms";
import type { Scope } from "./scope";

const NO_COUNTRY = "ZZ";

const byCountry = (scope: Scope, { from, to }: Days) =>
  and(
    eq(scanDays.producerId, scope.producerId),
    eq(scanDays.facet, "country"),
    between(scanDays.day, from, to),
  );

export interface CountryCounts extends VerdictCounts {
  /** ISO 3166-1 alpha-2; nothing for scans whose country is not known. */
  country: string | null;
}

/** How many scans there were in each country, those without a place included; the most first. */
export async function countsByCountry(ctx: Ctx, scope: Scope, days: Days): Promise<CountryCounts[]> {
  const rows = await ctx.db
    .select({ country: scanDays.value, ...sumsOf(scanDays) })
    .from(scanDays)
    .where(byCountry(scope, days))
    .groupBy(scanDays.value);
  const all = ({ original, fake, unknown, error }: VerdictCounts) => original + fake + unknown + error;
  return rows
    .filter((row) => all(row) > 0)
    .map((row) => ({ ...row, country: row.country === NO_COUNTRY ? null : row.country }))
    .sort((one, other) => all(other) - all(one));
}

export interface DayCounts extends VerdictCounts {
  /** A UTC day, as in `2026-01-31`. */
  day: string;
}

/** How many scans there were on each day that had any, the first day first. */
export function countsByDay(ctx: Ctx, scope: Scope, { days, country }: MapQuery): Promise<DayCounts[]> {
  return ctx.db
    .select({ day: scanDays.day, ...sumsOf(scanDays) })
    .from(scanDays)
    .where(and(byCountry(scope, days), country === undefined ? undefined : eq(scanDays.value, country)))
    .groupBy(scanDays.day)
    .having(sql`sum(${scanDays.original} + ${scanDays.fake} + ${scanDays.unknown} + ${scanDays.error}) > 0`)
    .orderBy(scanDays.day);
}
