import {
  type DrawnMap,
  drawInPool,
  type MapPool,
  openMapPool,
  type PlacesMap,
  type ScanMap,
  type TileSource,
} from "@assay/scan-map";
import { env } from "./env";
import { workerFile } from "./worker-file";

const worker = workerFile("server/platform/scan-map-worker.ts", "dist/map-worker.mjs");

declare global {
  var assayMapPool: MapPool | undefined;
}

function tileSource(): TileSource | undefined {
  const { MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: attribution, MAP_TILE_MAXZOOM: maxZoom } = env;
  return url === undefined ? undefined : { url, attribution, maxZoom };
}

/**
 * Draws a scan map in the worker of the process. The pool is on `globalThis`, since Next and the HTTP front are separate
 * bundles.
 * @throws TooManyMaps when too many are waiting, or after ten seconds
 */
export async function renderScanMap(map: ScanMap): Promise<DrawnMap> {
  globalThis.assayMapPool ??= openMapPool(worker);
  return drawInPool(globalThis.assayMapPool, { map, tiles: tileSource() });
}

/**
 * Draws the places of several scans in the same worker, as PNG.
 * @throws as `renderScanMap`
 */
export async function renderPlaces(map: PlacesMap): Promise<Uint8Array> {
  globalThis.assayMapPool ??= openMapPool(worker);
  return (await drawInPool(globalThis.assayMapPool, { map, tiles: undefined })).png;
}

/** Ends the worker; the next map starts another. */
export async function closeScanMaps(): Promise<void> {
  const open = globalThis.assayMapPool;
  globalThis.assayMapPool = undefined;
  await open?.destroy();
}
