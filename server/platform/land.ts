import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

/** The format of `packages/scan-map/base-map/land.mjs`: one bit a cell, row by row from the north-west. */
const CELLS_PER_DEGREE = 20;
const WIDTH = 360 * CELLS_PER_DEGREE;
const HEIGHT = 180 * CELLS_PER_DEGREE;

let mask: Uint8Array | undefined;

const cell = (degrees: number, count: number) =>
  Math.max(0, Math.min(count - 1, Math.floor(degrees * CELLS_PER_DEGREE)));

/**
 * Whether land or a town lies at a place in degrees, or within 5 to 12 km of it. The first call reads the mask of the
 * base map (3 MB); later calls read one bit.
 */
export function isNearLand(latitude: number, longitude: number): boolean {
  mask ??= gunzipSync(readFileSync(path.resolve("public/map/land.bin.gz")));
  const index = cell(90 - latitude, HEIGHT) * WIDTH + cell(longitude + 180, WIDTH);
  return (((mask[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
}
