import { and, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/ctx";
import { contains, Fragment } from "@/server/domain/shared/fragment";
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
  scans: number;
  fakes: number;
  /** How many of the scans were fakes; nothing without scans. */
  share: Share | undefined;
  /** Whether there are enough scans for a rate to say something. */
  isEnough: boolean;
  /** Fakes in each of equal parts of the range, oldest first. */
  trend: number[];
}

type Rated = Omit<RatedProducer, "trend">;

/** So many are compared; a search finds the others. */
const MOST_COMPARED = 10_000;
const PAGE_ROWS = 50;
const MOST_POINTS = 30;

/** Those with too few scans last; then by what the rate is at least, so that 1 fake of 2 scans does not lead. */
const byWorst = (a: Rated, b: Rated) =>
  Number(b.isEnough) - Number(a.isEnough) ||
  (b.share?.low ?? -1) - (a.share?.low ?? -1) ||
  b.scans - a.scans ||
  (a.id < b.id ? -1 : 1);

// Every scan has one os, and there are fewer of them than countries.
const counted = ({ from, before }: RateRange) =>
  sql`facet = 'os' and day >= ${from}::date and day < ${before}::date`;

async function rated(ctx: Ctx, filter: RateFilter, range: RateRange): Promise<Rated[]> {
  const which: SQL | undefined = and(
    filter.search ? contains(sql`${producers.name}`, filter.search) : undefined,
    filter.state && (filter.state === "suspended" ? isNotNull : isNull)(producers.suspendedAt),
  );
  const rows = await ctx.db
    .select({
      id: producers.id,
      name: producers.name,
      suspendedAt: producers.suspendedAt,
      scans: sql<number>`sums.scans`.mapWith(Number),
      fakes: sql<number>`sums.fakes`.mapWith(Number),
    })
    .from(producers)
    .innerJoin(
      sql`lateral (select coalesce(sum(original + fake + unknown + error), 0) as scans, coalesce(sum(fake), 0) as fakes
        from scan_days where producer_id = ${producers.id} and ${counted(range)}) sums`,
      sql`true`,
    )
    .where(which)
    .orderBy(producers.id)
    .limit(MOST_COMPARED);
  return rows
    .map((row) => ({ ...row, share: shareOf(row.fakes, row.scans), isEnough: row.scans >= ENOUGH_SCANS }))
    .filter(({ isEnough }) => isEnough || !filter.enough)
    .toSorted(byWorst);
}

/** Fakes of each producer over the range, in at most so many points. */
export async function trendsOf(
  { db }: Pick<Ctx, "db">,
  ids: string[],
  range: RateRange,
): Promise<Map<string, number[]>> {
  const points = Math.min(range.days, MOST_POINTS);
  const trends = new Map(ids.map((id) => [id, Array.from({ length: points }, () => 0)]));
  if (ids.length === 0) return trends;
  const rows = await db.execute<{ id: string; point: number; fakes: string }>(sql`
    select producer_id as id, (day - ${range.from}::date) * ${points}::int / ${range.days}::int as point, sum(fake) as fakes
    from scan_days where ${inArray(sql`producer_id`, ids)} and ${counted(range)} group by 1, 2`);
  for (const { id, point, fakes } of rows) trends.get(id)?.splice(point, 1, Number(fakes));
  return trends;
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
  const page = all.slice(first, first + PAGE_ROWS);
  const ids = page.map(({ id }) => id);
  const trends = await trendsOf(ctx, ids, range);
  const entries = page.map((row) => ({ ...row, trend: trends.get(row.id) ?? [] }));
  return { entries, nextCursor: all.length > first + PAGE_ROWS ? (ids.at(-1) ?? null) : null };
}
