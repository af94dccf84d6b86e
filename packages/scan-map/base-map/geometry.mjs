/** @typedef {[number, number]} Position */

const HALF_TURN = 180;
/** Degrees by which a ring around a pole overlaps its start, so that no gap shows. */
const OVERLAP = 0.2;

/**
 * Removes the jump at the antimeridian from a line: a step of more than half a turn is a shorter step across it.
 * Longitudes then exceed 180 degrees.
 * @param {Position[]} line
 * @returns {Position[]}
 */
export function unrolled(line) {
  let turn = 0;
  return line.map(([x, y], i) => {
    const before = i === 0 ? x : line[i - 1][0];
    if (x - before > HALF_TURN) turn -= 360;
    else if (before - x > HALF_TURN) turn += 360;
    return [x + turn, y];
  });
}

/**
 * Flattens a polygon: without jumps, with its holes inside, and closed along the pole if it surrounds one.
 * @param {Position[][]} rings
 */
export function flatPolygon([outer, ...holes]) {
  const shore = closedAtPole(unrolled(outer));
  const [west, east] = extent(shore);
  return [
    shore,
    ...holes.map((hole) => {
      const line = unrolled(hole);
      const [left, right] = extent(line);
      const turns = left < west - 1 ? 360 : right > east + 1 ? -360 : 0;
      return line.map(([x, y]) => [x + turns, y]);
    }),
  ];
}

/** @param {Position[]} line */
function closedAtPole(line) {
  const [first, start] = line[0];
  const [last, end] = line[line.length - 1];
  if (Math.abs(last - first) < HALF_TURN) return line;
  const beyond = last + Math.sign(last - first) * OVERLAP;
  const pole = Math.sign(end) * 90;
  return [...line, [beyond, end], [beyond, pole], [first, pole], [first, start]];
}

/** @param {Position[]} line */
function extent(line) {
  const xs = line.map(([x]) => x);
  return [Math.min(...xs), Math.max(...xs)];
}
