import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { type Buckets, bucketsOf } from "./buckets";
import { allOrOf, type Counts, counts, hourly, SUMS } from "./counts";
import { readRows } from "./read-rows";
import type { StatsRange } from "./schema";
import type { Scope } from "./scope";

/** One bar of a trend: the scans from `from` to before `before`, in milliseconds. */
export interface Bar extends Counts {
  from: number;
  before: number;
}

export interface Trend {
  unit: Buckets["unit"];
  bars: Bar[];
}

const NONE: Counts = { original: 0, fake: 0, unknown: 0, error: 0 };

/** Counts scans by hour, day of the caller's zone, or week, depending on the length of the range. */
export async function trendOf(
  ctx: Ctx,
  scope: Scope,
  { range, zone, country }: { range: StatsRange; zone: string; country?: string | undefined },
): Promise<Trend> {
  const { unit, starts } = bucketsOf(range, zone);
  const counted = { scope, range, ...allOrOf(country) };
  const edges = `{${starts.map((ms) => new Date(ms).toISOString()).join()}}`;
  const rows = await readRows<Counts & { bar: number } & Record<string, unknown>>(
    ctx,
    sql`
    select width_bucket(at, ${edges}::timestamptz[]) as bar, ${SUMS}
    from (${unit === "week" ? counts(counted) : hourly(counted)}) as counted group by 1`,
  );
  const byBar = new Map(rows.map(({ bar, ...found }) => [bar, found]));
  return {
    unit,
    bars: starts.map((from, i) => ({
      from,
      before: starts[i + 1] ?? range.before,
      ...(byBar.get(i + 1) ?? NONE),
    })),
  };
}
