import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { degreesUpTo } from "@/server/domain/shared/degrees";

const Latitude = degreesUpTo(90);
const Longitude = degreesUpTo(180);

/** A box on the map, in degrees. It crosses the antimeridian where `west` lies east of `east`. */
export const Box = z
  .object({ west: Longitude, south: Latitude, east: Longitude, north: Latitude })
  .refine(({ south, north }) => south <= north, "must have its south below its north");

export type Box = z.output<typeof Box>;

/** The tile level of the index of places: tiles are 5 km wide at the equator. */
export const PLACE_LEVEL = 13;

export const tileX = (longitude: unknown, level: number) =>
  sql<number>`tile_x(${longitude}::float8, ${sql.raw(String(level))})`;

export const tileY = (latitude: unknown, level: number) =>
  sql<number>`tile_y(${latitude}::float8, ${sql.raw(String(level))})`;

/** The intervals from west to east of a box: two where it crosses the antimeridian. */
export const intervalsOf = ({ west, east }: Box): [west: number, east: number][] =>
  west <= east
    ? [[west, east]]
    : [
        [west, 180],
        [-180, east],
      ];

const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** Whether a tile of the level touches the box. `x` and `y` are columns or expressions. */
export function touches(box: Box, level: number, x: SQL, y: SQL): SQL {
  const across = intervalsOf(box).map(
    ([west, east]) => sql`${x} between ${tileX(west, level)} and ${tileX(east, level)}`,
  );
  return sql`${anyOf(across)} and ${y} between ${tileY(box.north, level)} and ${tileY(box.south, level)}`;
}

/** Whether the place of a scan lies in the box. Uses the index of places. */
export function liesIn(box: Box, longitude: SQL, latitude: SQL): SQL {
  return sql`${nearby(box, PLACE_LEVEL, longitude, latitude)} and ${inDegrees(box, longitude, latitude)}`;
}

/** Whether a place lies in the box, for rows that another index finds. */
export function inDegrees(box: Box, longitude: SQL, latitude: SQL): SQL {
  const across = intervalsOf(box).map(([west, east]) => sql`${longitude} between ${west} and ${east}`);
  return sql`${anyOf(across)} and ${latitude} between ${box.south} and ${box.north}`;
}

/** Whether the place of a scan lies in a tile that touches the box. Tiles of `level` must be no larger than the index's. */
export function nearby(box: Box, level: number, longitude: SQL, latitude: SQL): SQL {
  const indexed = touches(box, PLACE_LEVEL, tileX(longitude, PLACE_LEVEL), tileY(latitude, PLACE_LEVEL));
  if (level === PLACE_LEVEL) return sql`${latitude} is not null and ${indexed}`;
  const own = touches(box, level, tileX(longitude, level), tileY(latitude, level));
  return sql`${latitude} is not null and ${indexed} and ${own}`;
}
