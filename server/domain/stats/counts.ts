import { type SQL, sql } from "drizzle-orm";
import { type FACETS, scanDays } from "@/db/schema/scan-days";
import { scanHours } from "@/db/schema/scan-hours";
import { DAY_MS } from "@/server/core/time";
import type { StatsRange } from "./schema";
import type { Scope } from "./scope";

/** The number of scans of each verdict. */
export interface Counts {
  original: number;
  fake: number;
  unknown: number;
  error: number;
}

export type Facet = (typeof FACETS)[number];

/** Selects counts of one facet, by all of its values or one. */
export interface Counted {
  scope: Scope;
  facet: Facet;
  value?: string | undefined;
  range: StatsRange;
}

/**
 * The facet that counts all scans, or those of one country or group. Each scan has exactly one os, and `os` has the fewest
 * values, so that its sum is the cheapest count of all scans.
 */
export function allOrOf(country: string | undefined, group?: string): Pick<Counted, "facet" | "value"> {
  if (group !== undefined) return { facet: "group", value: group };
  return country === undefined ? { facet: "os" } : { facet: "country", value: country };
}

export const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
export const day = (ms: number) => sql`${new Date(ms).toISOString().slice(0, 10)}::date`;

const ofEach = (term: (verdict: keyof Counts) => string) =>
  sql.raw(
    (["original", "fake", "unknown", "error"] as const)
      .map((verdict) => `${term(verdict)} as ${verdict}`)
      .join(),
  );

/** A select list of the sums of counts. */
export const SUMS = ofEach((verdict) => `coalesce(sum(${verdict}), 0)::float8`);

/** A select list that counts scans. */
export const TALLIES = ofEach((verdict) => `count(*) filter (where copyclassification = '${verdict}')::int`);

/** Counts by hour: rows of `at`, `value` and the verdicts. */
export const hourly = ({ scope, facet, value, range }: Counted) => sql`
  select hour as at, value, original, fake, unknown, error from ${scanHours}
  where producer_id = ${scope.producerId} and facet = ${facet}
    and hour >= ${moment(range.from)} and hour < ${moment(range.before)}
    ${value === undefined ? sql`` : sql`and value = ${value}`}`;

const daily = ({ scope, facet, value, range }: Counted) => sql`
  select day::timestamp at time zone 'UTC' as at, value, original, fake, unknown, error from ${scanDays}
  where producer_id = ${scope.producerId} and facet = ${facet}
    and day >= ${day(range.from)} and day < ${day(range.before)}
    ${value === undefined ? sql`` : sql`and value = ${value}`}`;

/** Counts by whole UTC days, and by hours for parts of days. */
export function counts(counted: Counted): SQL {
  const { from, before } = counted.range;
  const firstDay = Math.ceil(from / DAY_MS) * DAY_MS;
  const lastDay = Math.floor(before / DAY_MS) * DAY_MS;
  if (firstDay >= lastDay) return hourly(counted);
  const parts = [daily({ ...counted, range: { from: firstDay, before: lastDay } })];
  if (from < firstDay) parts.push(hourly({ ...counted, range: { from, before: firstDay } }));
  if (lastDay < before) parts.push(hourly({ ...counted, range: { from: lastDay, before } }));
  return sql.join(parts, sql` union all `);
}
