import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

/** To a centimetre: the database takes no numbers that are hardly more than none. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

const Latitude = z.number().min(-90).max(90).transform(rounded);
const Longitude = z.number().min(-180).max(180).transform(rounded);

/** A part of the map, in degrees. Where its west lies east of its east, it crosses the antimeridian. */
export const Box = z
  .object({ west: Longitude, south: Latitude, east: Longitude, north: Latitude })
  .refine(({ south, north }) => south <= north, "must have its south below its north");

export type Box = z.output<typeof Box>;

/** The level of the tiles by which places of scans are indexed: 5 km wide at the equator. */
export const PLACE_LEVEL = 13;

export const tileX = (longitude: unknown, level: number) =>
  sql<number>`tile_x(${longitude}::float8, ${sql.raw(String(level))})`;

export const tileY = (latitude: unknown, level: number) =>
  sql<number>`tile_y(${latitude}::float8, ${sql.raw(String(level))})`;

/** The stretches from west to east that a box is made of: two where it crosses the antimeridian. */
const stretchesOf = ({ west, east }: Box): [west: number, east: number][] =>
  west <= east
    ? [[west, east]]
    : [
        [west, 180],
        [-180, east],
      ];

const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** Whether a tile of that level, in columns `x` and `y` or terms like them, touches the box. */
export function touches(box: Box, level: number, x: SQL, y: SQL): SQL {
  const across = stretchesOf(box).map(
    ([west, east]) => sql`${x} between ${tileX(west, level)} and ${tileX(east, level)}`,
  );
  return sql`${anyOf(across)} and ${y} between ${tileY(box.north, level)} and ${tileY(box.south, level)}`;
}

/** Whether the place of a scan, in columns `longitude` and `latitude`, lies in the box: found by the index of places. */
export function liesIn(box: Box, longitude: SQL, latitude: SQL): SQL {
  const across = stretchesOf(box).map(([west, east]) => sql`${longitude} between ${west} and ${east}`);
  return sql`${nearby(box, PLACE_LEVEL, longitude, latitude)} and ${anyOf(across)} and ${latitude} between ${box.south} and ${box.north}`;
}

/** Whether the place of a scan lies in a tile of that level, no larger than the index's, that touches the box. */
export function nearby(box: Box, level: number, longitude: SQL, latitude: SQL): SQL {
  const indexed = touches(box, PLACE_LEVEL, tileX(longitude, PLACE_LEVEL), tileY(latitude, PLACE_LEVEL));
  if (level === PLACE_LEVEL) return sql`${latitude} is not null and ${indexed}`;
  const own = touches(box, level, tileX(longitude, level), tileY(latitude, level));
  return sql`${latitude} is not null and ${indexed} and ${own}`;
}
