import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { type Box, inDegrees, intervalsOf, tileY } from "./box";
import { COARSE_LEVEL, countedCells, FINE_LEVEL } from "./cells";
import type { Counts } from "./counts";
import type { Days } from "./map-query";
import { readRows } from "./read-rows";
import type { Scope } from "./scope";

/** A wider box is read from coarse tiles. */
const MAX_FINE_COLUMNS = 128;

const columnOf = (longitude: number, level: number) =>
  Math.min(2 ** level - 1, Math.floor(((longitude + 180) / 360) * 2 ** level));

/** What roll-ups of tiles know of a box, whose edges cut tiles. */
export interface Tiles extends Counts {
  /** Scans of tiles that touch the box: it has no more. */
  touching: number;
  /** Of these, scans of tiles that its edges cut. */
  cut: number;
  /** Fakes of tiles that touch the box. */
  fakes: number;
  /** Scans anywhere to the north and south of the box: the index of places is read along longitudes. */
  strip: number;
}

/**
 * Sums the roll-ups of the tiles of a box. The counts have the tiles whose mean position lies in the box.
 */
export async function tilesOf(
  ctx: Ctx,
  scope: Scope,
  { box, days }: { box: Box; days: Days },
): Promise<Tiles> {
  const columns = (level: number) =>
    intervalsOf(box).map(([west, east]) => [columnOf(west, level), columnOf(east, level)] as const);
  const width = columns(FINE_LEVEL).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const level = width <= MAX_FINE_COLUMNS ? FINE_LEVEL : COARSE_LEVEL;
  const inStrip = anyOf(columns(level).map(([first, last]) => sql`x between ${first} and ${last}`));
  const [top, bottom] = [tileY(box.north, level), tileY(box.south, level)];
  const isTouching = sql`y between ${top} and ${bottom}`;
  const isWhole = and(
    anyOf(
      columns(level).map(([first, last], i) => {
        const [west, east] = intervalsOf(box)[i] ?? [0, 0];
        return sql`x between ${west <= -180 ? first : first + 1} and ${east >= 180 ? last : last - 1}`;
      }),
    ),
    box.north < 90 ? sql`y > ${top}` : undefined,
    box.south > -90 ? sql`y < ${bottom}` : undefined,
  );
  const all = sql`(original + fake + unknown + error)`;
  const sum = (of: SQL, where: SQL) => sql`coalesce(sum(${of}) filter (where ${where}), 0)::float8`;
  const isIn = sql`${isTouching} and ((${isWhole}) or ${inDegrees(box, sql`longitude`, sql`latitude`)})`;
  const [found] = await readRows<Tiles & Record<string, unknown>>(
    ctx,
    sql`select ${sum(all, isTouching)} as touching, ${sum(all, sql`${isTouching} and not (${isWhole})`)} as cut,
      ${sum(sql`fake`, isTouching)} as fakes, coalesce(sum(${all}), 0)::float8 as strip,
      ${sum(sql`original`, isIn)} as original, ${sum(sql`fake`, isIn)} as fake,
      ${sum(sql`unknown`, isIn)} as unknown, ${sum(sql`error`, isIn)} as error
    from (${countedCells(scope, days, level, inStrip)}) as cell`,
  );
  return found ?? { touching: 0, cut: 0, fakes: 0, strip: 0, original: 0, fake: 0, unknown: 0, error: 0 };
}

const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`;
