import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { contains, Fragment } from "@/server/data/text-search";
import { ENOUGH_SCANS, type Share, shareOf } from "@/server/domain/stats/interval";
import { daysUntilToday, RateDays, type RateRange } from "./rate-range";

/** What the list of producers by their rate of fakes can be narrowed to. */
export const RateFilter = z.object({
  days: RateDays,
  /** In the name. */
  search: Fragment.optional(),
  state: z.enum(["active", "suspended"]).optional(),
  /** Only those with enough scans to tell a rate of. */
  enough: z.boolean().default(false),
});
export type RateFilter = z.output<typeof RateFilter>;

/** A producer with what was scanned of its items in a range. */
export interface RatedProducer {
  id: string;
  name: string;
  suspendedAt: Date | null;
  closedAt: Date | null;
  scans: number;
  fakes: number;
  /** How many of the scans were fakes; nothing without scans. */
  share: Share | undefined;
  /** Whether there are enough scans for a rate to say something. */
  isEnough: boolean;
  /** Fakes in each of equal parts of the range, oldest first. */
  trend: number[];
}

/** So many are compared; a search finds the others. */
const MAX_COMPARED = 10_000;
const PAGE_ROWS = 50;
const MAX_POINTS = 30;

/** Those with too few scans last; then by what the rate is at least, so that 1 fake of 2 scans does not lead. */
const byWorst = (a: RatedProducer, b: RatedProducer) =>
  Number(b.isEnough) - Number(a.isEnough) ||
  (b.share?.low ?? -1) - (a.share?.low ?? -1) ||
  b.scans - a.scans ||
  (a.id < b.id ? -1 : 1);

const pointsOf = ({ days }: RateRange) => Math.min(days, MAX_POINTS);

/** What a producer's scans of a range are counted as; `parts` has the fakes of those parts that have scans, by their numbers. */
const sumsOf = (producerId: PgColumn | string, range: RateRange) => sql`
  select coalesce(sum(scans), 0)::float8 as scans, coalesce(sum(fakes), 0)::float8 as fakes,
    json_object_agg(part, fakes) as parts
  from (
    select (day - ${range.from}::date) * ${pointsOf(range)}::int / ${range.days}::int as part,
      sum(original + fake + unknown + error) as scans, sum(fake) as fakes
    from scan_days
    -- Every scan has one os, and there are fewer of them than countries.
    where producer_id = ${producerId} and facet = 'os' and day >= ${range.from}::date and day < ${range.before}::date
    group by 1
  ) as parts`;

type Parts = Record<string, number> | null;

const trendIn = (parts: Parts, range: RateRange) =>
  Array.from({ length: pointsOf(range) }, (_, part) => parts?.[part] ?? 0);

/** Fakes of a producer over the range, in at most so many points. */
export async function trendOfProducer(
  { db }: Pick<Ctx, "db">,
  id: string,
  range: RateRange,
): Promise<number[]> {
  const { parts } = only(await db.execute<{ parts: Parts }>(sumsOf(id, range)));
  return trendIn(parts, range);
}

async function rated(ctx: Ctx, filter: RateFilter, range: RateRange): Promise<RatedProducer[]> {
  const which: SQL | undefined = and(
    filter.search ? contains(sql`${producers.name}`, filter.search) : undefined,
    filter.state && (filter.state === "suspended" ? isNotNull : isNull)(producers.suspendedAt),
  );
  const rows = await ctx.db
    .select({
      id: producers.id,
      name: producers.name,
      suspendedAt: producers.suspendedAt,
      closedAt: producers.closedAt,
      scans: sql<number>`sums.scans`,
      fakes: sql<number>`sums.fakes`,
      parts: sql<Parts>`sums.parts`,
    })
    .from(producers)
    .innerJoin(sql`lateral (${sumsOf(producers.id, range)}) sums`, sql`true`)
    .where(which)
    .orderBy(producers.id)
    .limit(MAX_COMPARED);
  return rows
    .map(({ parts, ...row }) => ({
      ...row,
      share: shareOf(row.fakes, row.scans),
      isEnough: row.scans >= ENOUGH_SCANS,
      trend: trendIn(parts, range),
    }))
    .filter(({ isEnough }) => isEnough || !filter.enough)
    .toSorted(byWorst);
}

/**
 * Producers by the share of fakes among the scans of a range, worst first, for admins. `cursor` is the id of the last one
 * of the page before.
 */
export async function listProducersByRate(
  ctx: Ctx,
  filter: RateFilter,
  cursor: string | undefined,
): Promise<{ entries: RatedProducer[]; nextCursor: string | null }> {
  callingAdmin(ctx);
  const range = daysUntilToday(filter.days);
  const all = await rated(ctx, filter, range);
  const first = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  const entries = all.slice(first, first + PAGE_ROWS);
  return { entries, nextCursor: all.length > first + PAGE_ROWS ? (entries.at(-1)?.id ?? null) : null };
}
