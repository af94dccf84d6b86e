// bwip-js needs more time to choose the mask of a QR code than to encode it. Masks differ in the same modules whatever
// text and level are, so these differences are computed once for each size, and the choice here follows ISO 18004.

/** The modules of a matrix row by row, 1 for dark. */
export interface Pixels {
  pixels: Uint8Array;
  columns: number;
}

const MASKS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The modules in which each mask differs from the first, by columns. */
const differences = new Map<number, Uint8Array[]>();

/** Encodes with the mask of the lowest penalty. */
export function bestMasked(encode: (mask: number) => Pixels): Pixels {
  const { pixels: first, columns } = encode(1);
  let changes = differences.get(columns);
  if (!changes) {
    changes = MASKS.map((mask) => combine(first, encode(mask).pixels));
    differences.set(columns, changes);
  }
  let best = first;
  let least = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    const candidate = combine(first, change);
    const points = penalty(candidate, columns, least);
    if (points < least) [best, least] = [candidate, points];
  }
  return { pixels: best, columns };
}

function combine(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length);
  for (let i = 0; i < both.length; i += 1) both[i] = (one[i] ?? 0) ^ (other[i] ?? 0);
  return both;
}

/** Penalty points of a matrix, if below a limit: runs, blocks, patterns like a finder, and imbalance. */
function penalty(pixels: Uint8Array, size: number, limit: number): number {
  let points = 0;
  let dark = 0;
  for (let line = 0; line < size && points < limit; line += 1) {
    points += linePenalty(pixels, line * size, 1, size) + linePenalty(pixels, line, size, size);
    for (let at = line * size; at < (line + 1) * size; at += 1) {
      dark += pixels[at] ?? 0;
      const isBlock =
        line > 0 &&
        at > line * size &&
        pixels[at] === pixels[at - 1] &&
        pixels[at] === pixels[at - size] &&
        pixels[at] === pixels[at - size - 1];
      if (isBlock) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs((dark * 20) / size ** 2 - 10));
}

/** The finder's ratio 1:1:3:1:1. */
const FINDER = 0b1011101;

/** Points of a row or column; beyond its ends all is light. */
function linePenalty(pixels: Uint8Array, start: number, step: number, size: number): number {
  let points = 0;
  let run = 0;
  let last = -1;
  // The last 15 modules: four before a finder, its seven, four after.
  let window = 0;
  for (let i = 0, at = start; i < size; i += 1, at += step) {
    const pixel = pixels[at] ?? 0;
    window = ((window << 1) | pixel) & 0x7fff;
    if (isLikeFinder(window)) points += 40;
    run = pixel === last ? run + 1 : 1;
    last = pixel;
    if (run === 5) points += 3;
    else if (run > 5) points += 1;
  }
  for (let i = 0; i < 4; i += 1) {
    window = (window << 1) & 0x7fff;
    if (isLikeFinder(window)) points += 40;
  }
  return points;
}

const isLikeFinder = (window: number) =>
  ((window >> 4) & 0x7f) === FINDER && (window >> 11 === 0 || (window & 0xf) === 0);
