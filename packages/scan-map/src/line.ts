import { mercatorY } from "./mercator";
import type { Coordinates } from "./topology";
import type { Line } from "./view";

const HALF_TURN_DEGREES = 180;
const OVERLAP_DEGREES = 0.2;

/** Removes jumps from longitudes: a step of more than half a turn goes the other way, across the antimeridian. */
export function unrolled(coordinates: Coordinates): Coordinates {
  const line = coordinates.slice();
  let turn = 0;
  let previous = line[0] ?? 0;
  for (let i = 2; i < line.length; i += 2) {
    const longitude = coordinates[i] ?? 0;
    if (longitude - previous > HALF_TURN_DEGREES) turn -= 360;
    else if (previous - longitude > HALF_TURN_DEGREES) turn += 360;
    previous = longitude;
    line[i] = longitude + turn;
  }
  return line;
}

/** Prepares a line without an inside. */
export function openLine(coordinates: Coordinates): Line {
  return prepared(unrolled(coordinates), coordinates.length / 2);
}

/** Prepares a ring. A ring around a pole (Antarctica) is closed along the pole, with a little overlap. */
export function ring(coordinates: Coordinates): Line {
  const line = unrolled(coordinates);
  const first = line[0] ?? 0;
  const last = line.at(-2) ?? 0;
  const own = line.length / 2;
  if (Math.abs(last - first) < HALF_TURN_DEGREES) return prepared(line, own);
  const beyond = last + Math.sign(last - first) * OVERLAP_DEGREES;
  const latitude = line.at(-1) ?? 0;
  const pole = Math.sign(latitude) * 90;
  return prepared(Float64Array.of(...line, beyond, latitude, beyond, pole, first, pole), own);
}

function prepared(coordinates: Coordinates, own: number): Line {
  const heights = new Float64Array(coordinates.length / 2);
  let west = Number.POSITIVE_INFINITY;
  let south = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < heights.length; i++) {
    const x = coordinates[2 * i] ?? 0;
    const y = coordinates[2 * i + 1] ?? 0;
    heights[i] = mercatorY(y);
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return { coordinates, heights, west, south, east, north, own };
}
