import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { AlertCondition } from "@/db/schema/alert-rules";
import { assessments } from "@/db/schema/assessments";
import { scanDays } from "@/db/schema/scan-days";
import { scanHours } from "@/db/schema/scan-hours";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { findingOf } from "@/server/core/finding-kinds";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import type { Count } from "./evaluate";
import { floorTo, type History, type Span, STEP_MS, windowStart } from "./incidents";
import type { Trial } from "./schema";

/** Rows read to find the step of an incident; beyond, the end of the hour is used. */
const MAX_ROWS_OF_STEPS = 500_000;

interface Row extends Record<string, unknown> {
  /** Milliseconds. */
  at: number;
  country: string;
  scans: number;
  fakes: number;
}

/** The rows that a kind of rule counts. */
interface Source {
  table: PgTable;
  time: SQL;
  where: SQL | undefined;
  /** The country to group by and the count of fakes; constants for kinds without them. */
  country: SQL;
  fakes: SQL;
}

const none = { country: sql`''`, fakes: sql`0` };

function sourceOf(producerId: string, condition: AlertCondition): Source {
  switch (condition.kind) {
    case "fakeRate": {
      const { of } = condition;
      const narrowed = of && ("country" in of ? eq(scans.country, of.country) : eq(scans.groupId, of.group));
      return {
        table: scans,
        time: sql`${scans.timestamp}`,
        where: and(eq(scans.producerId, producerId), narrowed ?? undefined),
        country: sql`''`,
        fakes: sql`count(*) filter (where ${scans.copyclassification} = 'fake')`,
      };
    }
    case "newCountry":
      return {
        table: scans,
        time: sql`${scans.timestamp}`,
        where: and(eq(scans.producerId, producerId), sql`${scans.country} is not null`),
        country: sql`${scans.country}`,
        fakes: sql`0`,
      };
    case "unknownIdentifiers":
      return {
        table: sightings,
        time: sql`${sightings.timestamp}`,
        where: eq(sightings.producerId, producerId),
        ...none,
      };
    case "impossibleTravel":
    case "stolenItem":
      return {
        table: assessments,
        time: sql`${assessments.timestamp}`,
        where: and(
          eq(assessments.producerId, producerId),
          sql`${findingOf(condition.kind)} = any(${assessments.reasons})`,
        ),
        ...none,
      };
  }
}

const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Counts rows by periods of `size` milliseconds. */
const countRows = (ctx: Ctx, source: Source, size: number, from: number, before: number) =>
  ctx.db.execute<Row>(sql`
    select floor(extract(epoch from ${source.time}) * 1000 / ${size}::float8)::float8 * ${size}::float8 as at,
      ${source.country} as country, count(*)::int as scans, (${source.fakes})::int as fakes
    from ${source.table}
    where ${source.where} and ${source.time} >= ${at(from)} and ${source.time} < ${at(before)}
    group by 1, 2 order by 1`);

const all = sql`${scanHours.original} + ${scanHours.fake} + ${scanHours.unknown} + ${scanHours.error}`;

/** Counts by hour, from the roll-up of scans. */
function countHours(ctx: Ctx, producerId: string, condition: AlertCondition, from: number, before: number) {
  const isByCountry = condition.kind === "newCountry";
  const of = condition.kind === "fakeRate" ? condition.of : null;
  const value = of && ("country" in of ? of.country : of.group);
  const country = isByCountry ? sql`${scanHours.value}` : sql`''`;
  const narrowed = isByCountry
    ? sql`${scanHours.value} <> 'ZZ'`
    : value === null
      ? undefined
      : eq(scanHours.value, value);
  return ctx.db.execute<Row>(sql`
    select extract(epoch from ${scanHours.hour})::float8 * 1000 as at, ${country} as country,
      sum(${all})::int as scans, sum(${scanHours.fake})::int as fakes
    from ${scanHours}
    where ${and(
      eq(scanHours.producerId, producerId),
      eq(scanHours.facet, of && "group" in of ? "group" : "country"),
      gte(scanHours.hour, new Date(from)),
      lt(scanHours.hour, new Date(before)),
      narrowed,
    )}
    group by 1, 2 having sum(${all}) > 0`);
}

/** The UTC days since `from` on which each country was scanned. */
async function daysByCountry(ctx: Ctx, producerId: string, from: number): Promise<Map<string, number[]>> {
  const rows = await ctx.db.execute<{ country: string; days: number[] }>(sql`
    select ${scanDays.value} as country,
      to_jsonb(array_agg(distinct extract(epoch from ${scanDays.day}::timestamp)::float8 * 1000)) as days
    from ${scanDays}
    where ${scanDays.producerId} = ${producerId} and ${scanDays.facet} = 'country' and ${scanDays.value} <> 'ZZ'
      and ${scanDays.day} >= (${at(from)} at time zone 'UTC')::date
      and ${scanDays.original} + ${scanDays.fake} + ${scanDays.unknown} + ${scanDays.error} > 0
    group by 1`);
  return new Map(rows.map(({ country, days }) => [country, days.toSorted((a, b) => a - b)]));
}

/**
 * Reads the counts that a producer's rule is evaluated with in a span. `isRough` becomes true once steps have too many rows
 * to read. `fromRows` counts the rows themselves, for scans that are not in the roll-ups yet.
 */
export async function readHistory(
  ctx: Ctx,
  producerId: string,
  trial: Trial,
  { after, until }: Span,
  { fromRows = false } = {},
): Promise<History & { isRough(): boolean }> {
  const { condition } = trial;
  const source = sourceOf(producerId, condition);
  const from = windowStart(trial, floorTo(HOUR_MS, after));
  const isOfScans = !fromRows && (condition.kind === "fakeRate" || condition.kind === "newCountry");
  const rows = isOfScans
    ? await countHours(ctx, producerId, condition, from, until)
    : await countRows(ctx, source, HOUR_MS, from, until);
  const daysOf =
    condition.kind === "newCountry"
      ? await daysByCountry(ctx, producerId, from - (condition.quietDays + 1) * DAY_MS)
      : new Map<string, number[]>();

  const hours = new Map<number, Count[]>();
  for (const { at, country, scans, fakes } of rows)
    hours.set(at, [...(hours.get(at) ?? []), { country, scans, fakes }]);
  const countsIn = (hour: number) => hours.get(hour) ?? [];

  let read = 0;
  let isRough = false;
  return {
    countsIn,
    daysOf,
    isRough: () => isRough,
    async stepsOf(hour) {
      read += countsIn(hour).reduce((sum, { scans }) => sum + scans, 0);
      if (read > MAX_ROWS_OF_STEPS) {
        isRough = true;
        return [{ step: hour + HOUR_MS - STEP_MS, counts: countsIn(hour) }];
      }
      const rows = await countRows(ctx, source, STEP_MS, hour, hour + HOUR_MS);
      const steps = new Map<number, Count[]>();
      for (const { at, country, scans, fakes } of rows)
        steps.set(at, [...(steps.get(at) ?? []), { country, scans, fakes }]);
      return [...steps].map(([step, counts]) => ({ step, counts }));
    },
  };
}
