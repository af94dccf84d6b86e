import { Piscina } from "piscina";
import { env } from "../env";
import { workerFile } from "../worker-file";
import type { DrawnMap } from "./draw";
import type { ScanMap, TileSource } from "./options";

/** The input of a worker. */
export interface MapJob {
  map: ScanMap;
  tiles: TileSource | undefined;
}

const RENDER_TIMEOUT_MS = 10_000;
const MAX_WAITING = 64;
/** An idle worker ends and frees about 200 MB. */
const IDLE_TIMEOUT_MS = 5 * 60_000;

const worker = workerFile("server/platform/map/worker.ts", "dist/map-worker.mjs");

declare global {
  var assayMapPool: Piscina<MapJob, DrawnMap> | undefined;
}

/** One pool for the process, on `globalThis`, since Next and the HTTP front are separate bundles. */
function pool(): Piscina<MapJob, DrawnMap> {
  globalThis.assayMapPool ??= new Piscina({
    ...worker,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  return globalThis.assayMapPool;
}

function tileSource(): TileSource | undefined {
  const { MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: attribution, MAP_TILE_MAXZOOM: maxZoom } = env;
  return url === undefined ? undefined : { url, attribution, maxZoom };
}

/** The queue of maps is too long. */
export class TooManyMaps extends Error {}

/**
 * Draws a scan map off the main thread. A worker that is busy at the timeout is ended; the next map gets a new one.
 * @throws TooManyMaps when too many are waiting, or after ten seconds
 */
export async function renderScanMap(map: ScanMap): Promise<DrawnMap> {
  const open = pool();
  // The pool's own limit does not count abortable work.
  if (open.queueSize >= MAX_WAITING) throw new TooManyMaps("Too many scan maps are waiting to be drawn.");
  const signal = AbortSignal.timeout(RENDER_TIMEOUT_MS);
  try {
    return await open.run({ map, tiles: tileSource() }, { signal });
  } catch (error) {
    if (signal.aborted) throw new TooManyMaps("The scan map was not drawn in time.");
    throw error;
  }
}

/** Ends the worker; the next map starts another. */
export async function closeScanMaps(): Promise<void> {
  const open = globalThis.assayMapPool;
  globalThis.assayMapPool = undefined;
  await open?.destroy();
}
