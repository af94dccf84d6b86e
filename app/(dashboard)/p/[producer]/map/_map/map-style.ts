import type { StyleSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Ground } from "./colours";

/** MapLibre draws names in the page's own font; it takes the weight from the first name in this list. */
const FONT = ["medium", "Inter Variable"];
const STRONG_FONT = ["semibold", "Inter Variable"];
const LAST_TILE_ZOOM = 5;

/** Layers on top of the ground go below this one. */
export const FIRST_NAMES = "towns";
/** Layers on top of land go below this one. */
export const FIRST_WATER = "lakes";

/** Style of the base map that the build cut into tiles: land, water and towns. */
export function mapStyle(ground: Ground, version: string): StyleSpecification {
  const base = { source: "base" } as const;
  return {
    version: 8,
    sources: {
      base: {
        type: "vector",
        tiles: [`${window.location.origin}/map/tiles/{z}/{x}/{y}.pbf?v=${version}`],
        maxzoom: LAST_TILE_ZOOM,
      },
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": ground.sea } },
      { ...base, id: "land", type: "fill", "source-layer": "land", paint: { "fill-color": ground.land } },
      {
        ...base,
        id: FIRST_WATER,
        type: "fill",
        "source-layer": "lakes",
        paint: { "fill-color": ground.sea, "fill-outline-color": ground.coast },
      },
      {
        ...base,
        id: "rivers",
        type: "line",
        "source-layer": "rivers",
        minzoom: 2,
        paint: {
          "line-color": ground.river,
          "line-width": ["interpolate", ["linear"], ["zoom"], 2, 0.4, 6, 1.2, 10, 2],
        },
      },
      {
        ...base,
        id: "borders",
        type: "line",
        "source-layer": "borders",
        layout: { "line-join": "round" },
        paint: {
          "line-color": ground.border,
          "line-width": ["interpolate", ["linear"], ["zoom"], 0, 0.5, 5, 1.1, 9, 1.8],
        },
      },
      {
        ...base,
        id: "coast",
        type: "line",
        "source-layer": "land",
        layout: { "line-join": "round" },
        paint: {
          "line-color": ground.coast,
          "line-width": ["interpolate", ["linear"], ["zoom"], 0, 0.4, 5, 0.9, 9, 1.4],
        },
      },
      {
        ...base,
        id: FIRST_NAMES,
        type: "symbol",
        "source-layer": "places",
        minzoom: 2.6,
        filter: [">=", ["get", "people"], ["step", ["zoom"], 4e6, 4, 1e6, 5, 2e5, 6, 1e5, 7, 4e4, 8, 0]],
        layout: {
          "icon-image": ["case", ["has", "capital"], "capital", "town"],
          "icon-size": 1,
          "icon-padding": 1,
          "text-font": FONT,
          "text-field": ["get", "name"],
          "text-size": ["interpolate", ["linear"], ["log10", ["get", "people"]], 4, 10.5, 6, 12, 7.2, 13.5],
          "text-variable-anchor": ["left", "right", "top", "bottom"],
          "text-radial-offset": 0.5,
          "text-justify": "auto",
          "text-padding": 3,
          "symbol-sort-key": ["-", 0, ["get", "people"]],
        },
        paint: { "text-color": ground.town, "text-halo-color": ground.halo, "text-halo-width": 1.2 },
      },
    ],
  };
}

/** Layout of country names. */
export const countryNamesLayout: NonNullable<SymbolLayerSpecification["layout"]> = {
  "text-font": STRONG_FONT,
  "text-field": ["get", "text"],
  "text-size": ["interpolate", ["linear"], ["zoom"], 0, 9.5, 4, 11.5, 7, 14],
  "text-letter-spacing": 0.08,
  "text-max-width": 7,
  "text-padding": 4,
  "symbol-sort-key": ["get", "from"],
};
