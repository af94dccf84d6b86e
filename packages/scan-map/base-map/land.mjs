import { createRequire } from "node:module";
import { feature } from "topojson-client";

const require = createRequire(import.meta.url);

/** A cell is about 5.6 km high. */
const CELLS_PER_DEGREE = 20;
const WIDTH = 360 * CELLS_PER_DEGREE;
const HEIGHT = 180 * CELLS_PER_DEGREE;
/** Cells within this distance of land, or of a town that the coarse coastline misses, count as land. */
const MARGIN_CELLS = 1;
/** Limits the margin near the poles, where cells are narrow. */
const MAX_MARGIN_CELLS = 20;

/** @typedef {[number, number]} Position degrees: longitude, latitude */

/**
 * Returns one bit per cell of the earth, row by row from the north-west; 1 for land within one cell. Land is Natural
 * Earth's at 1:10m plus all towns, since it lacks atolls.
 * @param {Iterable<Position>} towns
 * @returns {Uint8Array}
 */
export function landMask(towns) {
  const cells = new Uint8Array(WIDTH * HEIGHT);
  for (const polygon of polygons()) fill(cells, polygon.map(unrolled));
  for (const [longitude, latitude] of towns) cells[row(latitude) * WIDTH + column(longitude)] = 1;
  return packed(widened(cells));
}

/** @returns {Position[][][]} */
function polygons() {
  const topology = require("world-atlas/land-10m.json");
  const land = feature(topology, topology.objects.land);
  const geometries =
    land.type === "FeatureCollection" ? land.features.map(({ geometry }) => geometry) : [land.geometry];
  return geometries.flatMap((geometry) =>
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
  );
}

/**
 * Removes the jump at the antimeridian from a ring; longitudes then exceed 180 degrees. A ring around a pole is closed
 * along the pole.
 * @param {Position[]} ring
 * @returns {Position[]}
 */
function unrolled(ring) {
  /** @type {Position[]} */
  const whole = [];
  let turns = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const step = x - (ring[i - 1]?.[0] ?? x);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    whole.push([x + 360 * turns, y]);
  }
  if (turns === 0) return whole;
  const pole = Math.sign(whole[0][1]) * 90;
  return [...whole, [whole[whole.length - 1][0], pole], [whole[0][0], pole], whole[0]];
}

const within = (/** @type {number} */ value, /** @type {number} */ count) =>
  Math.max(0, Math.min(count - 1, Math.floor(value)));
/** Returns the column of any longitude, including those beyond the antimeridian. */
const column = (/** @type {number} */ longitude) => {
  const cell = Math.floor((longitude + 180) * CELLS_PER_DEGREE) % WIDTH;
  return cell < 0 ? cell + WIDTH : cell;
};
const row = (/** @type {number} */ latitude) => within((90 - latitude) * CELLS_PER_DEGREE, HEIGHT);

/**
 * Marks the cells whose middle is inside (even-odd rule per row) and those that the coast crosses.
 * @param {Uint8Array} cells
 * @param {Position[][]} rings
 */
function fill(cells, rings) {
  /** @type {Map<number, number[]>} where the rings cross the middle of a row */
  const crossings = new Map();
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [x1, y1] = ring[i - 1];
      const [x2, y2] = ring[i];
      trace(cells, [x1, y1], [x2, y2]);
      const [top, bottom] = y1 > y2 ? [y1, y2] : [y2, y1];
      const first = Math.ceil((90 - top) * CELLS_PER_DEGREE - 0.5);
      for (let r = first; r + 0.5 < (90 - bottom) * CELLS_PER_DEGREE; r++) {
        const y = 90 - (r + 0.5) / CELLS_PER_DEGREE;
        const x = x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
        const known = crossings.get(r);
        if (known) known.push(x);
        else crossings.set(r, [x]);
      }
    }
  }
  for (const [r, xs] of crossings) {
    xs.sort((a, b) => a - b);
    for (let i = 1; i < xs.length; i += 2) {
      for (let x = xs[i - 1]; x <= xs[i]; x += 1 / CELLS_PER_DEGREE) cells[r * WIDTH + column(x)] = 1;
    }
  }
}

/**
 * @param {Uint8Array} cells
 * @param {Position} from
 * @param {Position} to
 */
function trace(cells, [x1, y1], [x2, y2]) {
  const steps = Math.ceil(2 * CELLS_PER_DEGREE * Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))) || 1;
  for (let step = 0; step <= steps; step++) {
    const part = step / steps;
    cells[row(y1 + part * (y2 - y1)) * WIDTH + column(x1 + part * (x2 - x1))] = 1;
  }
}

/** @param {Uint8Array} cells */
function widened(cells) {
  const wide = new Uint8Array(cells.length);
  for (let r = 0; r < HEIGHT; r++) {
    const latitude = 90 - (r + 0.5) / CELLS_PER_DEGREE;
    const across = Math.min(MAX_MARGIN_CELLS, Math.ceil(MARGIN_CELLS / Math.cos((latitude * Math.PI) / 180)));
    for (let c = 0; c < WIDTH; c++) {
      if (!cells[r * WIDTH + c]) continue;
      for (let y = Math.max(0, r - MARGIN_CELLS); y <= Math.min(HEIGHT - 1, r + MARGIN_CELLS); y++) {
        for (let x = c - across; x <= c + across; x++) wide[y * WIDTH + ((x + WIDTH) % WIDTH)] = 1;
      }
    }
  }
  return wide;
}

/** @param {Uint8Array} cells */
function packed(cells) {
  const bits = new Uint8Array(cells.length / 8);
  for (let i = 0; i < cells.length; i++) if (cells[i]) bits[i >> 3] |= 1 << (i & 7);
  return bits;
}
