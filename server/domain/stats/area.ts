import { and, type SQL, sql } from "drizzle-orm";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { type Tiles, tilesOf } from "./area-tiles";
import { inDegrees, liesIn } from "./box";
import { allOrOf, type Counts, counts, SUMS, TALLIES } from "./counts";
import type { AreaQuery } from "./map-query";
import { duringDays, ofScope, rangeOf } from "./map-terms";
import { BOUNDS, narrowedTo, readNewest } from "./newest";
import { readRows } from "./read-rows";
import { isAllProducers, type Scope } from "./scope";

/** Roll-ups do where the tiles that the edges cut have no larger part of the scans. */
const MAX_CUT_PART = 0.1;

/** How the scans of an area were counted. */
export type Counting =
  | { how: "exact" }
  /** Of tiles that the edges cut, those with their mean position in the area. */
  | { how: "rough" }
  /** Only the newest scans; `from` in milliseconds. */
  | { how: "newest"; from: number };

/** The scans of an area by verdict. */
export type AreaCounts = Counts & { counting: Counting };

/** The condition of scans in an area, for the index of places. */
export const inArea = (scope: Scope, { box, days, ...narrowed }: AreaQuery): SQL | undefined =>
  and(
    ofScope(scans.producerId, scope),
    liesIn(box, sql`${scans.longitude}`, sql`${scans.latitude}`),
    duringDays(scans.timestamp, days),
    narrowedTo(narrowed),
  );

/** Whether the index of places finds all rows of an area: it has few, and few others beside it. */
export const isFoundByPlace = (rows: number, { strip }: Tiles, bounds = BOUNDS): boolean =>
  rows <= bounds.rows && strip <= bounds.entries;

/** Planned for each area, because an area may have a hundred scans or a million. */
const exactly = async (ctx: Ctx, scope: Scope, query: AreaQuery): Promise<AreaCounts> => ({
  ...only(
    await ctx.db.execute<Counts & Record<string, unknown>>(
      sql`select ${TALLIES} from ${scans} where ${inArea(scope, query)}`,
    ),
  ),
  counting: { how: "exact" },
});

async function ofTheNewest(
  ctx: Ctx,
  scope: Scope,
  query: AreaQuery,
  bounds: typeof BOUNDS,
): Promise<AreaCounts> {
  const { box, days, ...narrowed } = query;
  const found = await readNewest<Counts & Record<string, unknown>>(
    ctx,
    { scope, range: rangeOf(days), narrowed, bounds },
    { select: TALLIES, passes: inDegrees(box, sql`${scans.longitude}`, sql`${scans.latitude}`) },
  );
  const { from } = found;
  return { ...only(found.rows), counting: from === null ? { how: "exact" } : { how: "newest", from } };
}

/** Counts the scans of an area as exactly as a bounded read allows. */
export async function countsOfArea(
  ctx: Ctx,
  scope: Scope,
  query: AreaQuery,
  tiles: Tiles,
  bounds = BOUNDS,
): Promise<AreaCounts> {
  const { original, fake, unknown, error, touching, cut, strip } = tiles;
  const isNarrowed = query.country !== undefined || query.group !== undefined;
  if (isNarrowed)
    return isFoundByPlace(touching, tiles, bounds)
      ? exactly(ctx, scope, query)
      : ofTheNewest(ctx, scope, query, bounds);
  const rough: AreaCounts = {
    original,
    fake,
    unknown,
    error,
    counting: { how: cut === 0 ? "exact" : "rough" },
  };
  if (cut === 0) return rough;
  if (strip <= bounds.cheapEntries) return exactly(ctx, scope, query);
  if (cut <= MAX_CUT_PART * touching) return rough;
  if (strip <= bounds.entries) return exactly(ctx, scope, query);
  return isAllProducers(scope) ? rough : ofTheNewest(ctx, scope, query, bounds);
}

/** The scans of the same days anywhere; null where roll-ups do not have both limits together. */
export async function countsAnywhere(
  ctx: Ctx,
  scope: Scope,
  { days, country, group }: AreaQuery,
): Promise<Counts | null> {
  if (country !== undefined && group !== undefined) return null;
  const found = counts({ scope, range: rangeOf(days), ...allOrOf(country, group) });
  return only(
    await readRows<Counts & Record<string, unknown>>(ctx, sql`select ${SUMS} from (${found}) as counted`),
  );
}

/** The scans of an area, and those of the same days anywhere. */
export interface AreaTotals {
  here: AreaCounts;
  anywhere: Counts | null;
}

/** Counts the scans of an area on the map. */
export async function totalsOfArea(
  ctx: Ctx,
  scope: Scope,
  query: AreaQuery,
  bounds = BOUNDS,
): Promise<AreaTotals> {
  const [here, anywhere] = await Promise.all([
    tilesOf(ctx, scope, query).then((tiles) => countsOfArea(ctx, scope, query, tiles, bounds)),
    countsAnywhere(ctx, scope, query),
  ]);
  return { here, anywhere };
}
