import { type Drawing, drawLabel, type LabelContent, type LabelStyle, type LabelWarning } from "./label";
import type { Grid } from "./stock";

/** Labels on pages, in millimetres. */
export interface Layout {
  grid: Grid;
  style: LabelStyle;
  /** Moves everything, to adjust a printer. */
  offset?: { x: number; y: number };
  /** Labels of the first page that are already used. */
  skip?: number;
  cutMarks?: boolean;
}

/** How a layout suits its labels. */
export interface Fitted {
  labelsPerPage: number;
  pages: number;
  /** The smallest module. */
  moduleMm: number;
  warnings: LabelWarning[];
}

/**
 * Tries a layout with contents, of which those with the largest symbols suffice (`estimateSize`).
 * @throws LabelFault if a label cannot be drawn
 */
export function fitted(layout: Layout, contents: LabelContent[], count = contents.length): Fitted {
  const drawings = contents.map((content) => drawOn(layout, content));
  const labelsPerPage = layout.grid.columns * layout.grid.rows;
  return {
    labelsPerPage,
    pages: Math.ceil((((layout.skip ?? 0) % labelsPerPage) + count) / labelsPerPage),
    moduleMm: Math.min(...drawings.map(({ moduleMm }) => moduleMm)),
    warnings: [...new Set(drawings.flatMap(({ warnings }) => warnings))],
  };
}

/** Draws a label of a layout. */
export const drawOn = ({ grid, style }: Layout, content: LabelContent): Drawing =>
  drawLabel({ ...content, width: grid.width, height: grid.height, style });

/** The upper left corner of the label at a place, counted by rows over all pages. */
export function cornerOf({ grid, offset = { x: 0, y: 0 } }: Layout, place: number): { x: number; y: number } {
  const onPage = place % (grid.columns * grid.rows);
  return {
    x: grid.left + (onPage % grid.columns) * grid.pitchX + offset.x,
    y: grid.top + Math.floor(onPage / grid.columns) * grid.pitchY + offset.y,
  };
}

/** A line from one point to another, in millimetres. */
export type Line = [x1: number, y1: number, x2: number, y2: number];

const MARK_MM = 3;

/** Marks in the page's margins, in line with the edges of the labels. */
export function cutMarks({ grid, offset = { x: 0, y: 0 } }: Layout): Line[] {
  const edges = (count: number, start: number, pitch: number, size: number) => [
    ...new Set(Array.from({ length: count }, (_, i) => [start + i * pitch, start + i * pitch + size]).flat()),
  ];
  const xs = edges(grid.columns, grid.left + offset.x, grid.pitchX, grid.width);
  const ys = edges(grid.rows, grid.top + offset.y, grid.pitchY, grid.height);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [right, bottom] = [Math.max(...xs), Math.max(...ys)];
  // A mark ends 1 mm before the labels, or is cut off by the edge of a page without margins.
  return [
    ...xs.flatMap((x): Line[] => [
      [x, top - 1 - MARK_MM, x, top - 1],
      [x, bottom + 1, x, bottom + 1 + MARK_MM],
    ]),
    ...ys.flatMap((y): Line[] => [
      [left - 1 - MARK_MM, y, left - 1, y],
      [right + 1, y, right + 1 + MARK_MM, y],
    ]),
  ];
}
