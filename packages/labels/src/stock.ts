import { LabelFault } from "./fault";
import grids from "./grids.json" with { type: "json" };

/** Widths and heights of paper, in millimetres. */
export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } };
export type Paper = keyof typeof PAPERS;

/** Labels of one page, in millimetres. Pitches are the distances from one label to the next. */
export interface Grid {
  page: { width: number; height: number };
  columns: number;
  rows: number;
  width: number;
  height: number;
  left: number;
  top: number;
  pitchX: number;
  pitchY: number;
}

/** Makers and numbers of label sheets that `sheetGrid` knows. */
export const SHEETS = grids.map(({ maker, numbers, page, columns, rows, width, height }) => ({
  maker,
  numbers,
  paper: paperOf(page),
  labels: columns * rows,
  width,
  height,
}));

function paperOf(name: string): Paper {
  return name === "letter" ? "letter" : "a4";
}

/**
 * The grid of a maker's label sheet, by its number.
 * @throws LabelFault for an unknown number
 */
export function sheetGrid(number: string): Grid {
  const found = grids.find(({ numbers }) => numbers.includes(number));
  if (!found) throw new LabelFault("grid", `There is no label sheet ${number}.`);
  const { maker: _, numbers: __, page, ...grid } = found;
  return { ...grid, page: PAPERS[paperOf(page)] };
}

/** As many labels of a size as fit a sheet of paper, in its middle. */
export function paperGrid(
  paper: Paper,
  label: { width: number; height: number; margin: number; gap: number },
): Grid {
  const { width, height, margin, gap } = label;
  const page = PAPERS[paper];
  const count = (length: number, size: number) =>
    Math.floor((length - 2 * margin + gap + 1e-6) / (size + gap));
  const columns = count(page.width, width);
  const rows = count(page.height, height);
  const pitchX = width + gap;
  const pitchY = height + gap;
  const left = (page.width - columns * pitchX + gap) / 2;
  const top = (page.height - rows * pitchY + gap) / 2;
  return checkedGrid({ page, columns, rows, width, height, left, top, pitchX, pitchY });
}

/** One label a page. */
export const singleGrid = (width: number, height: number): Grid =>
  rollGrid({ across: 1, width, height, gap: 0, edge: 0 });

/** A roll: pages of one row of labels, with gaps between them and edges of the carrier on both sides. */
export function rollGrid(roll: {
  across: number;
  width: number;
  height: number;
  gap: number;
  edge: number;
}): Grid {
  const { across, width, height, gap, edge } = roll;
  const page = { width: across * width + (across - 1) * gap + 2 * edge, height };
  const pitchX = width + gap;
  return checkedGrid({
    page,
    columns: across,
    rows: 1,
    width,
    height,
    left: edge,
    top: 0,
    pitchX,
    pitchY: height,
  });
}

/** What labels are printed on: a maker's sheet, labels cut from paper, one label a page, or a roll. */
export type Stock =
  | { kind: "sheet"; number: string }
  | { kind: "paper"; paper: Paper; width: number; height: number; margin: number; gap: number }
  | { kind: "single"; width: number; height: number }
  | { kind: "roll"; across: number; width: number; height: number; gap: number; edge: number };

/**
 * The grid of a stock.
 * @throws LabelFault if its labels do not fit
 */
export function gridOf(stock: Stock): Grid {
  switch (stock.kind) {
    case "sheet":
      return sheetGrid(stock.number);
    case "paper":
      return paperGrid(stock.paper, stock);
    case "single":
      return singleGrid(stock.width, stock.height);
    case "roll":
      return rollGrid(stock);
  }
}

/**
 * Returns a grid whose labels fit the page and do not overlap.
 * @throws LabelFault otherwise
 */
export function checkedGrid(grid: Grid): Grid {
  const { page, columns, rows, width, height, left, top, pitchX, pitchY } = grid;
  const slack = 0.01;
  const fits =
    left >= -slack &&
    top >= -slack &&
    left + (columns - 1) * pitchX + width <= page.width + slack &&
    top + (rows - 1) * pitchY + height <= page.height + slack;
  const apart = pitchX >= width - slack && pitchY >= height - slack;
  if (columns >= 1 && rows >= 1 && width > 0 && height > 0 && fits && apart) return grid;
  throw new LabelFault("grid", `Labels of ${width} x ${height} mm do not fit the page.`);
}
