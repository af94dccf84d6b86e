import { Piscina } from "piscina";
import { env } from "../env";
import { workerFile } from "../worker-file";
import type { DrawnMap } from "./draw";
import type { ScanMap, TileSource } from "./options";

/** What a worker is given. */
export interface MapJob {
  map: ScanMap;
  tiles: TileSource | undefined;
}

const RENDER_WITHIN_MS = 10_000;
const MAX_WAITING = 64;
/** A worker holds about 200 MB; between bursts it is given back. */
const IDLE_MS = 5 * 60_000;

const worker = workerFile("server/platform/map/worker.ts", "dist/map-worker.mjs");

declare global {
  var assayMapPool: Piscina<MapJob, DrawnMap> | undefined;
}

/** One for the process, on `globalThis`, since Next and the HTTP front are bundled apart. */
function pool(): Piscina<MapJob, DrawnMap> {
  globalThis.assayMapPool ??= new Piscina({
    ...worker,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
  });
  return globalThis.assayMapPool;
}

function tileSource(): TileSource | undefined {
  const { MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: attribution, MAP_TILE_MAXZOOM: maxZoom } = env;
  return url === undefined ? undefined : { url, attribution, maxZoom };
}

/** More maps wait than will be drawn soon. */
export class TooManyMaps extends Error {}

/**
 * Draws a scan map off the main thread. TooManyMaps when too many are waiting, or when it is not there within ten seconds;
 * a worker that is still busy with it is then ended, and the next picture gets a new one.
 */
export async function renderScanMap(map: ScanMap): Promise<DrawnMap> {
  const open = pool();
  // The pool's own limit does not count work that can be aborted.
  if (open.queueSize >= MAX_WAITING) throw new TooManyMaps("Too many scan maps are waiting to be drawn.");
  const signal = AbortSignal.timeout(RENDER_WITHIN_MS);
  try {
    return await open.run({ map, tiles: tileSource() }, { signal });
  } catch (error) {
    if (signal.aborted) throw new TooManyMaps("The scan map was not drawn in time.");
    throw error;
  }
}

/** Ends the worker; the next picture starts another. */
export async function closeScanMaps(): Promise<void> {
  const open = globalThis.assayMapPool;
  globalThis.assayMapPool = undefined;
  await open?.destroy();
}
