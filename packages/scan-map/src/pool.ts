import { Piscina } from "piscina";
import type { DrawnMap, PlacesMap, ScanMap, TileSource } from "./options";

/** The input of a worker. */
export interface MapJob {
  map: ScanMap | PlacesMap;
  tiles: TileSource | undefined;
}

/** A thread that draws maps, and the maps that wait for it. */
export type MapPool = Piscina<MapJob, DrawnMap>;

/** The file of a worker, whose default export is a `mapWorker`, and the arguments of Node. */
export interface WorkerFile {
  filename: string;
  execArgv?: string[];
}

const RENDER_TIMEOUT_MS = 10_000;
const MAX_WAITING = 64;
/** An idle worker ends and frees about 200 MB. */
const IDLE_TIMEOUT_MS = 5 * 60_000;

/** Opens a pool. Its thread starts with the first map. */
export const openMapPool = (worker: WorkerFile): MapPool =>
  new Piscina({
    ...worker,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
  });

/** The queue of maps is too long. */
export class TooManyMaps extends Error {}

/**
 * Draws a scan map off the main thread. A worker that is busy at the timeout is ended; the next map gets a new one.
 * @throws TooManyMaps when too many are waiting, or after ten seconds
 */
export async function drawInPool(pool: MapPool, job: MapJob): Promise<DrawnMap> {
  // The pool's own limit does not count abortable work.
  if (pool.queueSize >= MAX_WAITING) throw new TooManyMaps("Too many scan maps are waiting to be drawn.");
  const signal = AbortSignal.timeout(RENDER_TIMEOUT_MS);
  try {
    return await pool.run(job, { signal });
  } catch (error) {
    if (signal.aborted) throw new TooManyMaps("The scan map was not drawn in time.");
    throw error;
  }
}
