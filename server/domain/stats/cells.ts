import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import { scanCells, scanMonthCells } from "@/db/schema/scan-cells";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { nearby, PLACE_LEVEL, tileX, tileY, touches } from "./box";
import { type Counts, SUMS, TALLIES } from "./counts";
import { inCountry } from "./in-country";
import type { CellsQuery, Days } from "./map-query";
import { duringDays, ofScope, rangeOf } from "./map-terms";
import { readNewest } from "./newest";
import { readRows } from "./read-rows";
import type { Scope } from "./scope";
import { wholeMonths } from "./whole-months";

/** From this zoom on, cells are counted from the scans themselves. */
const RAW_FROM_ZOOM = 8;
/** The tile levels of the roll-ups, and the zoom from which the coarse tiles are too large. */
export const COARSE_LEVEL = 6;
export const FINE_LEVEL = 9;
const FINE_FROM_ZOOM = 4;
/** Cells of scans are 16, 32 and 64 pixels wide, then the next level takes over: this bounds the cells of a window. */
const ZOOMS_OF_A_LEVEL = 3;

/** The scans of a map tile by verdict, and their mean position. */
export interface Cell extends Counts {
  x: number;
  y: number;
  latitude: number;
  longitude: number;
}

/** The located scans of a view by tiles of one level. Each tile that the view touches is complete. */
export interface Cells {
  level: number;
  cells: Cell[];
}

/** The tile level for a zoom. */
function levelAt(zoom: number): number {
  const closer = Math.floor((zoom - RAW_FROM_ZOOM) / ZOOMS_OF_A_LEVEL);
  if (closer >= 0) return PLACE_LEVEL + ZOOMS_OF_A_LEVEL * closer;
  return zoom >= FINE_FROM_ZOOM ? FINE_LEVEL : COARSE_LEVEL;
}

/** The cells of a view of the map. */
export interface MapCells extends Cells {
  /** Since when scans are counted, in milliseconds; null where all are. */
  countedFrom: number | null;
}

/**
 * Counts scans by place: from roll-ups for wide views, from the scans for close views and for a country, and from the newest
 * 20,000 scans of a group.
 */
export async function cellsOf(ctx: Ctx, scope: Scope, query: CellsQuery): Promise<MapCells> {
  const level = levelAt(query.zoom);
  if (query.group !== undefined) {
    const { rows, from } = await newestCells(ctx, scope, query, level);
    return { level, cells: rows, countedFrom: from };
  }
  const isCounted = level <= FINE_LEVEL && query.country === undefined;
  const cells = await (isCounted ? rollupCells : rawCells)(ctx, scope, query, level);
  return { level, cells, countedFrom: null };
}

const rollupCells = (ctx: Ctx, scope: Scope, { box, days }: CellsQuery, level: number) =>
  readRows<Cell & Record<string, unknown>>(
    ctx,
    countedCells(scope, days, level, touches(box, level, sql`x`, sql`y`)),
  );

/**
 * Selects cells of monthly roll-ups, and of daily ones for the other days. Their positions are sums of millionths of a degree.
 */
export function countedCells(scope: Scope, days: Days, level: number, where: SQL): SQL {
  const counted = (view: SQL, during: SQL) => sql`
    select x, y, original, fake, unknown, error, latitude_sum, longitude_sum from ${view}
    where producer_id = ${scope.producerId} and level = ${level} and ${during} and ${where}`;
  const { months, rest } = wholeMonths(days);
  const parts = rest.map(({ from, to }) => counted(sql`${scanCells}`, sql`day between ${from} and ${to}`));
  if (months) parts.push(counted(sql`${scanMonthCells}`, sql`month between ${months.from} and ${months.to}`));
  return sql`
    select x, y, ${SUMS}, sum(latitude_sum::float8) / sum(original + fake + unknown + error) / 1e6 as latitude,
      sum(longitude_sum::float8) / sum(original + fake + unknown + error) / 1e6 as longitude
    from (${sql.join(parts, sql` union all `)}) as counted
    group by x, y having sum(original + fake + unknown + error) > 0`;
}

/** Counts the scans themselves. Planned for each view, because a view may have a hundred scans or millions. */
function rawCells(ctx: Ctx, scope: Scope, query: CellsQuery, level: number): Promise<Cell[]> {
  const { box, days, country } = query;
  const { latitude, longitude } = scans;
  const within = and(
    ofScope(scans.producerId, scope),
    inCountry(country),
    isNotNull(latitude),
    level < PLACE_LEVEL
      ? touches(box, level, tileX(longitude, level), tileY(latitude, level))
      : nearby(box, level, sql`${longitude}`, sql`${latitude}`),
    duringDays(scans.timestamp, days),
  );
  return ctx.db.execute<Cell & Record<string, unknown>>(
    sql`select ${placed(level)} from ${scans} where ${within} group by 1, 2`,
  );
}

const placed = (level: number) => sql`
  ${tileX(scans.longitude, level)} as x, ${tileY(scans.latitude, level)} as y,
  avg(${scans.latitude}) as latitude, avg(${scans.longitude}) as longitude, ${TALLIES}`;

const newestCells = (ctx: Ctx, scope: Scope, { box, days, ...narrowed }: CellsQuery, level: number) =>
  readNewest<Cell & Record<string, unknown>>(
    ctx,
    { scope, range: rangeOf(days), narrowed },
    {
      select: placed(level),
      passes: and(
        isNotNull(scans.latitude),
        touches(box, level, tileX(scans.longitude, level), tileY(scans.latitude, level)),
      ),
      groupBy: sql`group by 1, 2`,
    },
  );

const MAX_PLACES = 2_000;

/** Selects the places of rows with latitude, longitude and verdict, by tiles of one level: the 2,000 most frequent. */
export const cellsOfPlaces = (rows: SQL): { level: number; statement: SQL } => ({
  level: PLACE_LEVEL,
  statement: sql`
    select ${tileX(sql`longitude`, PLACE_LEVEL)} as x, ${tileY(sql`latitude`, PLACE_LEVEL)} as y, ${TALLIES},
      avg(latitude) as latitude, avg(longitude) as longitude
    from ${rows} where latitude is not null
    group by 1, 2 order by count(*) desc, 1, 2 limit ${MAX_PLACES}`,
});
