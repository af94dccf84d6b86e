import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { feature } from "topojson-client";
import { flatPolygon, unrolled } from "./geometry.mjs";

/** The highest zoom with tiles; browsers scale them up beyond it. At 300 m per step they hold the sources' full detail. */
export const LAST_ZOOM = 5;
/** Up to this zoom, tiles use the coarse outlines. */
const COARSE_TO_ZOOM = 2;
/** Simplification tolerance in steps of a tile's 4096: a quarter of a pixel at its zoom. */
const TOLERANCE = 4;
/** Minimum population of towns, by zoom. */
const PEOPLE_BY_ZOOM = [Number.POSITIVE_INFINITY, 4e6, 2e6, 5e5, 1e5, 0];

/** @typedef {import("geojson").Feature} Feature */

/**
 * Yields the base map as vector tiles of zoom 0 to `LAST_ZOOM`, with the layers `land`, `countries` (`code`), `borders`,
 * `lakes`, `rivers` and `places` (`name`, `people`, `capital`).
 * @param {{ coarse: object, fine: object, water: { features: Feature[] }, places: object }} map
 * @returns {Generator<{ path: string, bytes: Uint8Array }>}
 */
export function* mapTiles({ coarse, fine, water, places }) {
  const outlines = { coarse: worldLayers(coarse), fine: worldLayers(fine) };
  const waters = {
    lakes: tiled(water.features.filter(({ properties }) => properties?.kind === "lake")),
    rivers: tiled(water.features.filter(({ properties }) => properties?.kind === "river").map(flatRiver)),
  };
  const towns = PEOPLE_BY_ZOOM.map((people) => tiled(townsOf(places, people)));
  for (let z = 0; z <= LAST_ZOOM; z++) {
    const world = z <= COARSE_TO_ZOOM ? outlines.coarse : outlines.fine;
    const layers = { ...world, ...waters, places: towns[z] };
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) yield { path: `${z}/${x}/${y}.pbf`, bytes: tile(layers, z, x, y) };
    }
  }
}

/**
 * @param {Record<string, GeoJSONVT>} layers
 * @param {number} z
 * @param {number} x
 * @param {number} y
 */
function tile(layers, z, x, y) {
  const found = Object.entries(layers).flatMap(([name, index]) => {
    const part = index.getTile(z, x, y);
    return part && part.features.length > 0 ? [[name, part]] : [];
  });
  return fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
}

/** @param {Feature[]} features */
function tiled(features) {
  return new GeoJSONVT(
    { type: "FeatureCollection", features },
    { maxZoom: LAST_ZOOM, indexMaxZoom: LAST_ZOOM, indexMaxPoints: 0, tolerance: TOLERANCE },
  );
}

/** @param {any} topology */
function worldLayers(topology) {
  const { land, countries, borders } = topology.objects;
  const lines = feature(topology, borders);
  return {
    land: tiled([flatArea(feature(topology, land))]),
    countries: tiled(
      feature(topology, countries)
        .features.filter(({ properties }) => properties.code)
        .map((country) => flatArea(country, { code: country.properties.code })),
    ),
    borders: tiled([
      {
        ...lines,
        properties: {},
        geometry: { type: "MultiLineString", coordinates: lines.geometry.coordinates.map(unrolled) },
      },
    ]),
  };
}

/**
 * @param {any} area
 * @param {object} properties
 */
const flatArea = (area, properties = {}) => ({
  type: "Feature",
  properties,
  geometry: { type: "MultiPolygon", coordinates: area.geometry.coordinates.map(flatPolygon) },
});

/** @param {any} river */
const flatRiver = (river) => ({
  ...river,
  properties: {},
  geometry: { type: "LineString", coordinates: unrolled(river.geometry.coordinates) },
});

/**
 * Towns of that many people, and from zoom to zoom the capitals of the world among them.
 * @param {any} columns
 * @param {number} people
 */
function townsOf({ names, longitudes, latitudes, populations, capitals }, people) {
  const isCapital = new Set(capitals);
  return names.flatMap((/** @type {string} */ name, /** @type {number} */ i) =>
    populations[i] < people
      ? []
      : [
          {
            type: "Feature",
            properties: { name, people: populations[i], ...(isCapital.has(i) ? { capital: true } : {}) },
            geometry: { type: "Point", coordinates: [longitudes[i], latitudes[i]] },
          },
        ],
  );
}
