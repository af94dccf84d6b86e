import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/ctx";
import { only } from "@/server/domain/shared/only";
import { allOrOf, type Counts, counts, SUMS } from "./counts";
import { readRows } from "./read-rows";
import type { StatsRange } from "./schema";
import type { Scope } from "./scope";

/** The range of equal length that ends where the given one begins. */
export const rangeBefore = ({ from, before }: StatsRange): StatsRange => ({
  from: Math.max(0, 2 * from - before),
  before: from,
});

async function countsOf(ctx: Ctx, scope: Scope, range: StatsRange, country?: string): Promise<Counts> {
  const counted = counts({ scope, range, ...allOrOf(country) });
  return only(
    await readRows<Counts & Record<string, unknown>>(ctx, sql`select ${SUMS} from (${counted}) as counted`),
  );
}

export interface Totals {
  now: Counts;
  before: Counts;
  /** Milliseconds; later scans are not in it. */
  asOf: number;
}

/** How many scans there were in a range, and in the one before of the same length; of a country where one is named. */
export async function totalsOf(ctx: Ctx, scope: Scope, range: StatsRange, country?: string): Promise<Totals> {
  const asOf = Date.now();
  const [now, before] = await Promise.all([
    countsOf(ctx, scope, range, country),
    countsOf(ctx, scope, rangeBefore(range), country),
  ]);
  return { now, before, asOf };
}
