import { and, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { comparedOf } from "./compared";
import { allOrOf, type Counts, counts, moment, SUMS, TALLIES } from "./counts";
import { inCountry } from "./in-country";
import { readRows } from "./read-rows";
import type { StatsRange } from "./schema";
import { producersOf, type Scope } from "./scope";

/** Counts the scans of a part of an hour, by the index of each producer's scans. */
const tallied = (scope: Scope, { from, before }: StatsRange, country: string | undefined) => sql`
  select ${TALLIES} from ${producers} cross join lateral (
    select copyclassification from ${scans} where ${and(
      sql`${scans.producerId} = ${producers.id}`,
      sql`${scans.timestamp} >= ${moment(from)} and ${scans.timestamp} < ${moment(before)}`,
      inCountry(country),
    )} offset 0
  ) as scanned
  where ${producersOf(scope)}`;

/** Counts whole hours by roll-ups, and the part of an hour at the end by its scans. */
async function countsOf(ctx: Ctx, scope: Scope, range: StatsRange, country?: string): Promise<Counts> {
  const lastHour = Math.max(range.from, Math.floor(range.before / HOUR_MS) * HOUR_MS);
  const hours = counts({ scope, range: { from: range.from, before: lastHour }, ...allOrOf(country) });
  const parts = [sql`select original, fake, unknown, error from (${hours}) as hours`];
  if (lastHour < range.before) parts.push(tallied(scope, { from: lastHour, before: range.before }, country));
  return only(
    await readRows<Counts & Record<string, unknown>>(
      ctx,
      sql`select ${SUMS} from (${sql.join(parts, sql` union all `)}) as counted`,
    ),
  );
}

export interface Totals {
  now: Counts;
  before: Counts;
  /** Milliseconds; later scans are not included. */
  asOf: number;
}

/** Counts the scans of a range, and of the same part of the days before, optionally of one country. */
export async function totalsOf(ctx: Ctx, scope: Scope, range: StatsRange, country?: string): Promise<Totals> {
  const asOf = Date.now();
  const compared = comparedOf(range, asOf);
  const [now, before] = await Promise.all([
    countsOf(ctx, scope, compared.now, country),
    countsOf(ctx, scope, compared.before, country),
  ]);
  return { now, before, asOf };
}
