import { readFileSync } from "node:fs";
import path from "node:path";
import { openLine, ring } from "./line";
import { loadPlaces, type PlaceColumns, type Places } from "./places";
import { type Coordinates, decodeArcs, stitch, type Topology } from "./topology";
import type { Line } from "./view";

/** Land and borders at one resolution. */
export interface Terrain {
  land: Line[];
  /** Land around a pole, which is closed along it. */
  polarLand: Line[];
  borders: Line[];
  /** The rings of a country by its ISO 3166-1 alpha-2 code; none for a part of another country. */
  countryRings(code: string): Line[];
}

/** The world, from the files that `base-map/build.mjs` writes. */
export interface BaseMap {
  /** 1:10m and 1:50m. */
  fine: Terrain;
  coarse: Terrain;
  lakes: Line[];
  rivers: Line[];
  places: Places;
}

interface Water {
  features: {
    geometry:
      | { type: "Polygon"; coordinates: [number, number][][] }
      | { type: "LineString"; coordinates: [number, number][] };
  }[];
}

/** Reads a file of the base map as text. */
export const readMapFile = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

/** Reads and prepares the whole base map of a folder. */
export function loadBaseMap(folder: string): BaseMap {
  const columns: PlaceColumns = JSON.parse(readMapFile(folder, "places.json"));
  return {
    fine: loadTerrain(folder, "world-10m.json"),
    coarse: loadTerrain(folder, "world-50m.json"),
    ...loadWater(folder),
    places: loadPlaces(columns),
  };
}

function loadTerrain(folder: string, file: string): Terrain {
  const topology: Topology = JSON.parse(readMapFile(folder, file));
  const arcs = decodeArcs(topology);
  const land = rings(topology.objects.land.arcs, arcs);
  return {
    land: land.filter((line) => !isPolar(line)),
    polarLand: land.filter(isPolar),
    borders: topology.objects.borders.arcs.map((numbers) => openLine(stitch(arcs, numbers))),
    countryRings: ringsByCode(topology, arcs),
  };
}

const isPolar = ({ own, heights }: Line) => own < heights.length;

function loadWater(folder: string) {
  const water: Water = JSON.parse(readMapFile(folder, "water.json"));
  const lakes: Line[] = [];
  const rivers: Line[] = [];
  for (const { geometry } of water.features) {
    if (geometry.type === "Polygon") lakes.push(...geometry.coordinates.map((shore) => ring(flat(shore))));
    else rivers.push(openLine(flat(geometry.coordinates)));
  }
  return { lakes, rivers };
}

const flat = (positions: [number, number][]) => Float64Array.from(positions.flat());

const rings = (polygons: number[][][], arcs: Coordinates[]) =>
  polygons.flatMap((polygon) => polygon.map((numbers) => ring(stitch(arcs, numbers))));

/** On demand, since a map highlights at most one country. */
function ringsByCode({ objects }: Topology, arcs: Coordinates[]) {
  const polygonsByCode = new Map<string, number[][][]>();
  for (const { properties, arcs } of objects.countries.geometries) {
    if (!properties.code) continue;
    polygonsByCode.set(properties.code, [...(polygonsByCode.get(properties.code) ?? []), ...arcs]);
  }
  return (code: string) => rings(polygonsByCode.get(code) ?? [], arcs);
}
