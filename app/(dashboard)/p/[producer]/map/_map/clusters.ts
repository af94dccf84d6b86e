import type { Box } from "@/app/ui/box";
import type { VerdictName } from "@/app/ui/verdict";
import { allOf, type Counts, NO_COUNTS, sumOf, wantedOf } from "./counts";
import { across, down, TILE, tileBox } from "./mercator";

/** Scan counts of a tile, as the service returns them. */
export interface Cell extends Counts {
  x: number;
  y: number;
  latitude: number;
  longitude: number;
}

/** Cells that share one mark. */
export interface Cluster {
  id: string;
  latitude: number;
  longitude: number;
  counts: Counts;
  /** Number of scans that match the verdict filter. */
  wanted: number;
  /** Covers all cells. */
  box: Box;
}

/** Minimum distance between marks, in pixels. */
const MIN_DISTANCE_PIXELS = 58;

/** Width of a mark in pixels: room for its number and for a finger. */
export const markSize = (wanted: number) => Math.round(26 + 8.5 * Math.log10(Math.max(1, wanted)));

/**
 * Group cells into marks that do not overlap at a zoom: the largest cell absorbs the cells around it. Equal cells give
 * equal marks, independent of the view.
 */
export function clustersOf(
  cells: Cell[],
  level: number,
  zoom: number,
  verdict: VerdictName | null,
): Cluster[] {
  const scale = TILE * 2 ** zoom;
  const spots = cells
    .map((cell) => ({
      cell,
      wanted: wantedOf(cell, verdict),
      x: across(cell.longitude) * scale,
      y: down(cell.latitude) * scale,
      isTaken: false,
    }))
    .filter(({ wanted }) => wanted > 0)
    .sort((a, b) => b.wanted - a.wanted || a.cell.x - b.cell.x || a.cell.y - b.cell.y);
  const squares = new Map<string, typeof spots>();
  for (const spot of spots) {
    const square = `${Math.floor(spot.x / MIN_DISTANCE_PIXELS)},${Math.floor(spot.y / MIN_DISTANCE_PIXELS)}`;
    squares.set(square, [...(squares.get(square) ?? []), spot]);
  }
  const around = (x: number, y: number) => {
    const [column, row] = [Math.floor(x / MIN_DISTANCE_PIXELS), Math.floor(y / MIN_DISTANCE_PIXELS)];
    return [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => squares.get(`${column + dx},${row + dy}`) ?? []),
    );
  };
  return spots.flatMap((seed) => {
    if (seed.isTaken) return [];
    const members = around(seed.x, seed.y).filter(
      ({ isTaken, x, y }) => !isTaken && Math.hypot(x - seed.x, y - seed.y) < MIN_DISTANCE_PIXELS,
    );
    for (const member of members) member.isTaken = true;
    return [clusterOf(`${level}/${seed.cell.x}/${seed.cell.y}`, members, level)];
  });
}

function clusterOf(id: string, members: { cell: Cell; wanted: number }[], level: number): Cluster {
  const cells = members.map(({ cell }) => cell);
  const weight = cells.reduce((sum, cell) => sum + allOf(cell), 0);
  const mean = (of: (cell: Cell) => number) =>
    cells.reduce((sum, cell) => sum + of(cell) * allOf(cell), 0) / weight;
  const boxes = cells.map(({ x, y }) => tileBox(level, x, y));
  return {
    id,
    latitude: mean(({ latitude }) => latitude),
    longitude: mean(({ longitude }) => longitude),
    counts: cells.reduce<Counts>(sumOf, NO_COUNTS),
    wanted: members.reduce((sum, { wanted }) => sum + wanted, 0),
    box: {
      west: Math.min(...boxes.map(({ west }) => west)),
      south: Math.min(...boxes.map(({ south }) => south)),
      east: Math.max(...boxes.map(({ east }) => east)),
      north: Math.max(...boxes.map(({ north }) => north)),
    },
  };
}
