import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { only } from "@/server/data/only";
import { contains, Fragment } from "@/server/data/text-search";
import { type Share, shareOf } from "@/server/domain/stats/interval";
import { daysUntilToday, RateDays, type RateRange } from "./rate-range";

/** Filters of the list of producers by fake rate. */
export const RateFilter = z.object({
  days: RateDays,
  /** Part of the name. */
  search: Fragment.optional(),
  state: z.enum(["active", "suspended"]).optional(),
  /** Only producers with enough scans for a rate. */
  enough: z.boolean().default(false),
});
export type RateFilter = z.output<typeof RateFilter>;

/** A producer with the scans of its items in a range. */
export interface RatedProducer {
  id: string;
  name: string;
  suspendedAt: Date | null;
  closedAt: Date | null;
  scans: number;
  fakes: number;
  /** The fake rate; undefined without scans. */
  share: Share | undefined;
  /** Whether the scans suffice for a meaningful rate. */
  isEnough: boolean;
  /** Fakes per equal part of the range, oldest first. */
  trend: number[];
}

/** Further producers are found by a search. */
const MAX_COMPARED = 10_000;
const PAGE_ROWS = 50;
const MAX_POINTS = 30;

/** Orders by the lower bound of the rate, so that 1 fake of 2 scans does not lead; too few scans come last. */
const byWorst = (a: RatedProducer, b: RatedProducer) =>
  Number(b.isEnough) - Number(a.isEnough) ||
  (b.share?.low ?? -1) - (a.share?.low ?? -1) ||
  b.scans - a.scans ||
  (a.id < b.id ? -1 : 1);

const pointsOf = ({ days }: RateRange) => Math.min(days, MAX_POINTS);

/** Sums a producer's scans of a range; `parts` maps the numbers of parts that have scans to their fakes. */
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

/** A producer's fakes over the range, in at most `MAX_POINTS` points. */
export async function trendOfProducer(
  { db }: Pick<Ctx, "db">,
  id: string,
  range: RateRange,
): Promise<number[]> {
  const { parts } = only(await db.execute<{ parts: Parts }>(sumsOf(id, range)));
  return trendIn(parts, range);
}

async function rated(ctx: Ctx, filter: RateFilter, range: RateRange): Promise<RatedProducer[]> {
  const condition: SQL | undefined = and(
    eq(producers.sandbox, 0),
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
    .where(condition)
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
 * Lists producers by the fake rate of a range, worst first, for admins. `cursor` is the id of the last producer of the
 * previous page.
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
