import { feature } from "topojson-client";
import { flatPolygon } from "./geometry.mjs";

const STEPS = 48;
const RADIANS = Math.PI / 180;

/** Returns the Mercator height of a latitude, northwards, on a world of width 1. */
const heightOf = (/** @type {number} */ latitude) =>
  Math.log(Math.tan(Math.PI / 4 + (Math.max(-85, Math.min(85, latitude)) * RADIANS) / 2)) / (2 * Math.PI);

const latitudeOf = (/** @type {number} */ height) =>
  (2 * Math.atan(Math.exp(height * 2 * Math.PI)) - Math.PI / 2) / RADIANS;

/**
 * Places each country's label in the middle of the widest stretch of its largest polygon. Returns
 * `[code, longitude, latitude, width]`, with the stretch's width as a share of the world's, widest first.
 * @param {any} topology
 */
export function countryLabels(topology) {
  return feature(topology, topology.objects.countries)
    .features.filter(({ properties }) => properties.code)
    .map(({ properties, geometry }) => {
      const parts = geometry.coordinates.map(flatPolygon).map(onMercator);
      const largest = parts.reduce((best, part) => (areaOf(part[0]) > areaOf(best[0]) ? part : best));
      const { x, y, width } = widestStretch(largest);
      return [properties.code, rounded(((x * 360 + 540) % 360) - 180), rounded(latitudeOf(y)), width];
    })
    .sort(([, , , one], [, , , other]) => other - one)
    .map(([code, longitude, latitude, width]) => [code, longitude, latitude, Number(width.toFixed(5))]);
}

const rounded = (/** @type {number} */ degrees) => Number(degrees.toFixed(2));

/** @param {[number, number][][]} rings */
const onMercator = (rings) => rings.map((ring) => ring.map(([x, y]) => [x / 360, heightOf(y)]));

/** @param {number[][]} ring */
function areaOf(ring) {
  return Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length];
      return sum + (x * nextY - nextX * y) / 2;
    }, 0),
  );
}

/**
 * Finds the widest horizontal stretch inside a polygon. Rows near the upper and lower ends count less, because a label
 * has a height, too.
 * @param {number[][][]} rings
 */
function widestStretch(rings) {
  const heights = rings[0].map(([, y]) => y);
  const [bottom, top] = [Math.min(...heights), Math.max(...heights)];
  let best = { x: rings[0][0][0], y: (bottom + top) / 2, width: 0, worth: -1 };
  for (let step = 1; step < STEPS; step++) {
    const y = bottom + ((top - bottom) * step) / STEPS;
    const crossings = rings.flatMap((ring) => crossingsAt(ring, y)).sort((one, other) => one - other);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const width = crossings[i + 1] - crossings[i];
      const worth = Math.min(width, 4 * Math.min(y - bottom, top - y));
      if (worth > best.worth) best = { x: (crossings[i] + crossings[i + 1]) / 2, y, width, worth };
    }
  }
  return best;
}

/**
 * @param {number[][]} ring
 * @param {number} y
 */
function crossingsAt(ring, y) {
  return ring.flatMap(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length];
    return y1 > y === y2 > y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
  });
}
