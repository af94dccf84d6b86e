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

/** From this zoom on the scans themselves are asked. */
const RAW_FROM_ZOOM = 8;
/** The tiles that scans are counted by, and the zoom from which on the coarse ones are too large. */
const COARSE_LEVEL = 6;
const FINE_LEVEL = 9;
const FINE_FROM_ZOOM = 4;
/** Cells of scans are 16, 32 and 64 pixels wide, then smaller ones take over: a window has not too many to send, however many scans there are. */
const ZOOMS_OF_A_LEVEL = 3;

/** How many scans of each verdict there were in a tile of the map, and where on the average. */
export interface Cell extends Counts {
  x: number;
  y: number;
  latitude: number;
  longitude: number;
}

/** The scans with a place around a view, by tiles of one level: all of each tile that the view touches. */
export interface Cells {
  level: number;
  cells: Cell[];
}

/** The level of the tiles that a view is told in. */
export function levelAt(zoom: number): number {
  const closer = Math.floor((zoom - RAW_FROM_ZOOM) / ZOOMS_OF_A_LEVEL);
  if (closer >= 0) return PLACE_LEVEL + ZOOMS_OF_A_LEVEL * closer;
  return zoom >= FINE_FROM_ZOOM ? FINE_LEVEL : COARSE_LEVEL;
}

/** Where scans were made: counted by days for wide views, one by one for close ones and for a country. */
export async function cellsOf(ctx: Ctx, scope: Scope, query: CellsQuery): Promise<Cells> {
  const level = levelAt(query.zoom);
  const isCounted = level <= FINE_LEVEL && query.country === undefined;
  const cells = await (isCounted ? rollupCells : rawCells)(ctx, scope, query, level);
  return { level, cells };
}

/** By the counts of months and of the days beside them, whose positions are sums of millionths of a degree. */
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

/** By the scans themselves: planned for each view, as one may have a hundred of them and another one millions. */
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
