import type { SKRSContext2D } from "@napi-rs/canvas";
import { fontFor } from "./fonts";
import { type Box, overlap } from "./labels";
import type { Localised } from "./locale";
import type { TerritoryAt } from "./options";
import { paletteOf } from "./style";
import type { View } from "./view";

const CELL = 27;
const SIZE = 10.5;
const SPACING = 1.6;
/** A country with a smaller visible area has no room for a name. */
const MIN_CELLS = 5;
const MAX_NAMES = 14;

export interface CountryName {
  text: string;
  box: Box;
}

interface Cell {
  column: number;
  row: number;
}

interface Options {
  territoryAt: TerritoryAt;
  localised: Localised;
  inside: Box;
  taken: Box[];
}

/**
 * Places the names of the countries in view, if there are several, each as far inside its land as possible. Reads land
 * and sea from the picture, so only the map itself may be drawn yet.
 */
export function placeCountryNames(
  ctx: SKRSContext2D,
  view: View,
  { territoryAt, localised, inside, taken }: Options,
): CountryName[] {
  const isLand = landFinder(ctx, view);
  const codes = landCells(view, isLand, territoryAt);
  const cellsByCode = new Map<string, Cell[]>();
  codes.forEach((cells, row) => {
    cells.forEach((code, column) => {
      if (code) cellsByCode.set(code, [...(cellsByCode.get(code) ?? []), { column, row }]);
    });
  });
  if (cellsByCode.size < 2) return [];
  const names: CountryName[] = [];
  const largestFirst = [...cellsByCode]
    .filter(([, cells]) => cells.length >= MIN_CELLS)
    .sort(([one, cells], [other, others]) => others.length - cells.length || (one < other ? -1 : 1));
  for (const [code, cells] of largestFirst) {
    if (names.length >= MAX_NAMES) break;
    const text = localised.country(code).toLocaleUpperCase(localised.language);
    setFont(ctx, text, localised.language);
    const width = ctx.measureText(text).width;
    ctx.letterSpacing = "0px";
    const isFree = (box: Box) =>
      ![...taken, ...names.map(({ box }) => box)].some((other) => overlap(box, other));
    const box = mostInteriorFirst(cells, codes, code)
      .map((cell) => boxAround(cell, width))
      .find(
        (box) => isWithin(box, inside) && isOver(box, codes, code) && isOnLand(box, isLand) && isFree(box),
      );
    if (box) names.push({ text, box });
  }
  return names;
}

export function drawCountryNames(ctx: SKRSContext2D, names: CountryName[], language: string): void {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.direction = "ltr";
  ctx.fillStyle = paletteOf(ctx).country;
  for (const { text, box } of names) {
    setFont(ctx, text, language);
    ctx.fillText(text, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  }
  ctx.letterSpacing = "0px";
}

/** Letters of most scripts are spaced; joined scripts and scripts without case are not. */
function setFont(ctx: SKRSContext2D, text: string, language: string): void {
  ctx.font = fontFor(text, SIZE, 600, language);
  ctx.letterSpacing = /^[\p{Lu}\P{L}]+$/u.test(text) ? `${SPACING}px` : "0px";
}

type LandFinder = (x: number, y: number) => boolean;

/** Distinguishes land from sea by the picture's own colours. */
function landFinder(ctx: SKRSContext2D, { width }: View): LandFinder {
  const { canvas } = ctx;
  const scale = canvas.width / width;
  const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
  const land = new Set(
    [paletteOf(ctx).land, paletteOf(ctx).ownLand].map((hex) => Number.parseInt(hex.slice(1), 16)),
  );
  return (x, y) => {
    const at = 4 * (Math.floor(y * scale) * canvas.width + Math.floor(x * scale));
    return land.has(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  };
}

/** The country of each cell with land at its centre. */
function landCells(
  { width, height, unproject }: View,
  isLand: LandFinder,
  territoryAt: TerritoryAt,
): (string | undefined)[][] {
  return Array.from({ length: Math.floor(height / CELL) }, (_, row) =>
    Array.from({ length: Math.floor(width / CELL) }, (_, column) => {
      const { x, y } = middleOf({ column, row });
      if (!isLand(x, y)) return undefined;
      const { latitude, longitude } = unproject(x, y);
      return territoryAt(latitude, longitude);
    }),
  );
}

/** Whether the corners and the middles of the upper and lower sides are on land. */
const isOnLand = ({ left, top, right, bottom }: Box, isLand: LandFinder) =>
  [left, (left + right) / 2, right].every((x) => [top, bottom].every((y) => isLand(x, y)));

const middleOf = ({ column, row }: Cell) => ({ x: (column + 0.5) * CELL, y: (row + 0.5) * CELL });

/** Sorts cells by their distance from other countries and water, the farthest first. */
function mostInteriorFirst(cells: Cell[], codes: (string | undefined)[][], code: string): Cell[] {
  const depth = ({ column, row }: Cell) => {
    for (let away = 1; ; away++) {
      const isInside = [
        codes[row]?.[column - away],
        codes[row]?.[column + away],
        codes[row - away]?.[column],
        codes[row + away]?.[column],
      ].every((other) => other === code);
      if (!isInside) return away;
    }
  };
  return cells
    .map((cell) => ({ cell, deep: depth(cell) }))
    .sort((a, b) => b.deep - a.deep)
    .map(({ cell }) => cell);
}

function boxAround(cell: Cell, width: number): Box {
  const { x, y } = middleOf(cell);
  return { left: x - width / 2 - 4, top: y - SIZE, right: x + width / 2 + 4, bottom: y + SIZE };
}

const isWithin = (box: Box, { left, top, right, bottom }: Box) =>
  box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom;

function isOver({ left, right, top, bottom }: Box, codes: (string | undefined)[][], code: string): boolean {
  const row = codes[Math.floor((top + bottom) / 2 / CELL)] ?? [];
  for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++) {
    if (row[column] !== code) return false;
  }
  return true;
}
