import type { Line, View } from "./view";

/** The methods of a canvas or path that drawing a line needs. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void;
  closePath(): void;
}

export interface TraceOptions {
  /** Whether the line has an inside to fill. */
  closed: boolean;
  /** Whether to round corners, on maps so close that the steps of the data's grid would show. */
  smooth: boolean;
  /** Points closer than this are merged, in pixels. */
  detail: number;
}

/** Pixels that lines extend beyond the picture, so that no cut edge is visible. */
const MARGIN = 24;

let projected = new Float64Array(1024);

/** Draws the visible parts of lines. */
export function traceLines(pen: Pen, view: View, lines: Line[], options: TraceOptions): void {
  for (const line of lines) {
    for (const turn of view.turnsOf(line)) {
      const { length } = line.coordinates;
      if (projected.length < length) projected = new Float64Array(length * 2);
      view.projectLine(line, turn, projected);
      const count = options.closed ? length / 2 : line.own;
      tracePoints(pen, cut(projected, count, view, options.detail), view, options);
    }
  }
}

/** A bit each for left, right, above and below the picture. */
function sidesOf(x: number, y: number, { width, height }: { width: number; height: number }): number {
  return (
    (x < -MARGIN ? 1 : 0) |
    (x > width + MARGIN ? 2 : 0) |
    (y < -MARGIN ? 4 : 0) |
    (y > height + MARGIN ? 8 : 0)
  );
}

/**
 * Drops the points that do not affect the visible part. A point goes if it and both neighbours lie on the same side of
 * the picture, since the replacing line lies there too, and if it coincides with the previous one.
 */
export function cut(
  points: Float64Array,
  count: number,
  picture: { width: number; height: number },
  detail: number,
): number[] {
  const kept: number[] = [];
  let lastX = points[0] ?? 0;
  let lastY = points[1] ?? 0;
  let lastSides = sidesOf(lastX, lastY, picture);
  let sides = lastSides;
  if (count > 0) kept.push(lastX, lastY);
  let nextSides = count > 1 ? sidesOf(points[2] ?? 0, points[3] ?? 0, picture) : 0;
  for (let i = 1; i < count; i++) {
    const x = points[2 * i] ?? 0;
    const y = points[2 * i + 1] ?? 0;
    sides = nextSides;
    const isLast = i === count - 1;
    nextSides = isLast ? 0 : sidesOf(points[2 * i + 2] ?? 0, points[2 * i + 3] ?? 0, picture);
    if (!isLast && (lastSides & sides & nextSides) !== 0) continue;
    const isNear = Math.abs(x - lastX) + Math.abs(y - lastY) < detail;
    if (isNear && !isLast && (sides | lastSides) === 0) continue;
    kept.push(x, y);
    lastX = x;
    lastY = y;
    lastSides = sides;
  }
  return kept;
}

function tracePoints(pen: Pen, points: number[], view: View, { closed, smooth }: TraceOptions): void {
  const count = points.length / 2;
  if (count < 2) return;
  const x = (i: number) => points[2 * i] ?? 0;
  const y = (i: number) => points[2 * i + 1] ?? 0;
  // Corners outside stay sharp: rounding could pull lines around the picture into it.
  const isRound = (i: number) => smooth && i < count - 1 && isInside(i - 1) && isInside(i) && isInside(i + 1);
  const isInside = (i: number) => sidesOf(x(i), y(i), view) === 0;
  pen.moveTo(x(0), y(0));
  for (let i = 1; i < count; i++) {
    if (isRound(i)) pen.quadraticCurveTo(x(i), y(i), (x(i) + x(i + 1)) / 2, (y(i) + y(i + 1)) / 2);
    else pen.lineTo(x(i), y(i));
  }
  if (closed) pen.closePath();
}
