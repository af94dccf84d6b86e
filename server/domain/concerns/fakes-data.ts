import { eq, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { NO_COUNTRY, scanDays } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS } from "@/server/core/time";
import { during, indexOrder, isLed } from "@/server/data/keyset";
import { only } from "@/server/data/only";
import { walkIndexes } from "@/server/data/walk-indexes";
import { allOrOf, counts, day, type Facet } from "@/server/domain/stats/counts";
import { readNewest } from "@/server/domain/stats/newest";
import { readRows } from "@/server/domain/stats/read-rows";
import type { StatsRange } from "@/server/domain/stats/schema";
import type { Row } from "./rows";
import { MIN_FAKES, type Tally } from "./stands-out";

/** A part of the scans by which fakes may concentrate. */
export interface Segment {
  facet: Extract<Facet, "country" | "group">;
  value: string;
}

const MAX_SEGMENTS = 50;
/** The newest fakes that are examined for their items and for what they have in common. */
export const MAX_FAKES = 2_000;

const TALLY = sql.raw("sum(original + fake + unknown + error)::float8 as scans, sum(fake)::float8 as fakes");

/** The scans and fakes of the countries or groups whose fakes stand out most from a rate. */
export async function segmentsOf(
  ctx: Ctx,
  producerId: string,
  facet: Segment["facet"],
  range: StatsRange,
  rate: number,
): Promise<(Segment & Tally)[]> {
  const rows = await readRows<Segment & Tally & Record<string, unknown>>(
    ctx,
    sql`select ${facet}::text as facet, value, ${TALLY} from (${counts({ scope: { producerId }, facet, range })}) as counted
      group by value having sum(fake) >= ${MIN_FAKES}
      order by sum(fake) * ln(sum(fake) / (sum(original + fake + unknown + error) * ${rate}::float8)) desc, value
      limit ${MAX_SEGMENTS}`,
  );
  // Scans without a group have nothing in common.
  return rows.filter(({ value }) => value !== "");
}

/** All scans and fakes of a range. */
export async function totalOf(ctx: Ctx, producerId: string, range: StatsRange): Promise<Tally> {
  const counted = counts({ scope: { producerId }, range, ...allOrOf(undefined) });
  const { scans, fakes } = only(
    await readRows<Partial<Record<keyof Tally, number | null>> & Record<string, unknown>>(
      ctx,
      sql`select ${TALLY} from (${counted}) as counted`,
    ),
  );
  return { scans: scans ?? 0, fakes: fakes ?? 0 };
}

/** A fake, with the values of its segments. */
export interface Fake extends Row {
  country: string;
  group: string;
}

const FAKE = sql`${scans.id} as ref, ${scans.itemId}::text as thing,
  extract(epoch from ${scans.timestamp})::float8 * 1000 as at, coalesce(${scans.country}, ${NO_COUNTRY}) as country,
  coalesce(${scans.groupId}::text, '') as "group"`;
const FAKES = {
  lead: { column: scans.copyclassification, value: "fake" },
  time: scans.timestamp,
  id: scans.id,
};

/** The newest fakes of a span. */
export const newestFakes = (ctx: Ctx, producerId: string, span: StatsRange): Promise<Fake[]> =>
  walkIndexes(ctx.db, (db) =>
    db.execute<Fake & Record<string, unknown>>(sql`
      select ${FAKE} from ${scans}
      where ${scans.producerId} = ${producerId} and ${isLed(FAKES)}
        and ${scans.copyclassification} <> 'original'
        and ${during(FAKES, span)}
      order by ${sql.join(indexOrder(FAKES), sql`, `)} limit ${MAX_FAKES}`),
  );

/** The newest fakes of one segment, among its newest 20,000 scans. */
export async function newestFakesOf(
  ctx: Ctx,
  producerId: string,
  { facet, value }: Segment,
  range: StatsRange,
): Promise<Fake[]> {
  const { rows } = await readNewest<Fake & Record<string, unknown>>(
    ctx,
    { scope: { producerId }, range, narrowed: { [facet]: value } },
    {
      select: FAKE,
      passes: eq(scans.copyclassification, "fake"),
      groupBy: sql`order by ${scans.timestamp} desc, ${scans.id} desc limit ${MAX_FAKES}`,
    },
  );
  return rows;
}

const isSegment = ({ facet, value }: Segment): SQL => sql`(facet = ${facet} and value = ${value})`;

/** The scans and fakes of segments on each of some UTC days from `first` on, the oldest first; those of all scans without one. */
export async function tallyByDay(
  ctx: Ctx,
  producerId: string,
  segment: Segment | undefined,
  { first, days }: { first: number; days: number },
): Promise<Tally[]> {
  const of = segment ? isSegment(segment) : sql`facet = 'os'`;
  const rows = await readRows<Tally & { day: number } & Record<string, unknown>>(
    ctx,
    sql`select day - ${day(first)} as day, ${TALLY} from ${scanDays}
      where producer_id = ${producerId} and ${of} and day >= ${day(first)} and day < ${day(first + days * DAY_MS)}
      group by 1`,
  );
  const found = new Map(rows.map(({ day, scans, fakes }) => [day, { scans, fakes }]));
  return Array.from({ length: days }, (_, i) => found.get(i) ?? { scans: 0, fakes: 0 });
}

/** The titles of groups. */
export async function titlesOf(
  ctx: Ctx,
  producerId: string,
  ids: string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: groups.id, title: groups.title })
    .from(groups)
    .where(sql`${groups.producerId} = ${producerId} and ${groups.id} in ${ids}`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
