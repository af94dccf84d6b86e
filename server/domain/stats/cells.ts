import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { scanCells, scanMonthCells } from "@/db/schema/scan-cells";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { nearby, PLACE_LEVEL, tileX, tileY, touches } from "./box";
import { type Counts, SUMS, TALLIES } from "./counts";
import type { CellsQuery } from "./map-query";
import { duringDays, ofScope } from "./map-terms";
import { readRows } from "./read-rows";
import type { Scope } from "./scope";
import { wholeMonths } from "./whole-months";

/** From this zoom on, cells are counted from the scans themselves. */
const RAW_FROM_ZOOM = 8;
/** The tile levels of the roll-ups, and the zoom from which the coarse tiles are too large. */
const COARSE_LEVEL = 6;
const FINE_LEVEL = 9;
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

/** Counts scans by place: from roll-ups for wide views, from the scans for close views and for a country. */
export async function cellsOf(ctx: Ctx, scope: Scope, query: CellsQuery): Promise<Cells> {
  const level = levelAt(query.zoom);
  const isCounted = level <= FINE_LEVEL && query.country === undefined;
  const cells = await (isCounted ? rollupCells : rawCells)(ctx, scope, query, level);
  return { level, cells };
}

/** Reads monthly roll-ups, and daily ones for the other days. Their positions are sums of millionths of a degree. */
function rollupCells(ctx: Ctx, scope: Scope, { box, days }: CellsQuery, level: number): Promise<Cell[]> {
  const counted = (view: SQL, during: SQL) => sql`
    select x, y, original, fake, unknown, error, latitude_sum, longitude_sum from ${view}
    where producer_id = ${scope.producerId} and level = ${level} and ${during} and ${touches(box, level, sql`x`, sql`y`)}`;
  const { months, rest } = wholeMonths(days);
  const parts = rest.map(({ from, to }) => counted(sql`${scanCells}`, sql`day between ${from} and ${to}`));
  if (months) parts.push(counted(sql`${scanMonthCells}`, sql`month between ${months.from} and ${months.to}`));
  return readRows<Cell & Record<string, unknown>>(
    ctx,
    sql`
    select x, y, ${SUMS}, sum(latitude_sum::float8) / sum(original + fake + unknown + error) / 1e6 as latitude,
      sum(longitude_sum::float8) / sum(original + fake + unknown + error) / 1e6 as longitude
    from (${sql.join(parts, sql` union all `)}) as counted
    group by x, y having sum(original + fake + unknown + error) > 0`,
  );
}

const ofCountry = (country: string) =>
  country === NO_COUNTRY ? isNull(scans.country) : eq(scans.country, country);

/** Counts the scans themselves. Planned for each view, because a view may have a hundred scans or millions. */
function rawCells(ctx: Ctx, scope: Scope, query: CellsQuery, level: number): Promise<Cell[]> {
  const { box, days, country } = query;
  const { latitude, longitude } = scans;
  const [x, y] = [tileX(longitude, level), tileY(latitude, level)];
  const within = and(
    ofScope(scans.producerId, scope),
    country === undefined ? undefined : ofCountry(country),
    isNotNull(latitude),
    level < PLACE_LEVEL ? touches(box, level, x, y) : nearby(box, level, sql`${longitude}`, sql`${latitude}`),
    duringDays(scans.timestamp, days),
  );
  return ctx.db.execute<Cell & Record<string, unknown>>(sql`
    select ${x} as x, ${y} as y, avg(${latitude}) as latitude, avg(${longitude}) as longitude, ${TALLIES}
    from ${scans} where ${within} group by 1, 2`);
}
