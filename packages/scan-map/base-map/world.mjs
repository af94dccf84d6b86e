import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { iso1A2Code } from "@rapideditor/country-coder";
import { meshArcs } from "topojson-client";

const require = createRequire(import.meta.url);

/** Codes of areas without ISO number that belong to a listed country, by Natural Earth's name. */
const CODE_BY_NAME = new Map([
  ["Kosovo", "XK"],
  ["Somaliland", "SO"],
  ["N. Cyprus", "CY"],
  ["Cyprus U.N. Buffer Zone", "CY"],
  ["Dhekelia", "GB"],
  ["Akrotiri", "GB"],
  ["USNB Guantanamo Bay", "US"],
  ["Baikonur", "KZ"],
  ["Indian Ocean Ter.", "AU"],
  ["Coral Sea Is.", "AU"],
  ["Clipperton I.", "FR"],
]);

/**
 * Builds land, countries and borders as TopoJSON with shared arcs. Each country has its English name and its ISO 3166-1
 * alpha-2 code, if any. Rings continue across the antimeridian and around the pole.
 * @param {"10m" | "50m" | "110m"} resolution
 */
export function worldTopology(resolution) {
  const topology = JSON.parse(
    readFileSync(require.resolve(`world-atlas/countries-${resolution}.json`), "utf8"),
  );
  const { countries, land } = topology.objects;
  const borders = meshArcs(topology, countries, (one, other) => one !== other);
  return {
    type: "Topology",
    transform: topology.transform,
    objects: {
      land: { type: "MultiPolygon", arcs: land.geometries.flatMap(polygons) },
      countries: {
        type: "GeometryCollection",
        geometries: countries.geometries.map((/** @type {Geometry} */ country) => ({
          type: "MultiPolygon",
          properties: { name: country.properties.name, ...codeOf(country) },
          arcs: polygons(country),
        })),
      },
      borders: { type: "MultiLineString", arcs: borders.arcs },
    },
    arcs: topology.arcs,
  };
}

/** @typedef {{ type: string, id?: string, properties: { name: string }, arcs: number[][] | number[][][] }} Geometry */

/** @param {Geometry} geometry */
function polygons({ type, arcs }) {
  return type === "Polygon" ? [arcs] : arcs;
}

/** @param {Geometry} country */
function codeOf({ id, properties }) {
  const code = (id && iso1A2Code(id)) ?? CODE_BY_NAME.get(properties.name);
  return code ? { code } : {};
}
