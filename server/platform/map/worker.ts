import { type DrawnMap, drawScanMap } from "./draw";
import type { MapJob } from "./scan-map";

/** After a failure, maps do not wait for tiles for this time. */
const TILES_RETRY_DELAY_MS = 30_000;
let tilesRetryAt = 0;

/** Draws one scan map, as a job of the pool in `scan-map.ts`. */
export default async function drawJob({ map, tiles }: MapJob): Promise<DrawnMap> {
  if (tiles && Date.now() < tilesRetryAt) return { ...(await drawScanMap(map)), isMakeshift: true };
  const drawn = await drawScanMap(map, tiles);
  if (drawn.isMakeshift) tilesRetryAt = Date.now() + TILES_RETRY_DELAY_MS;
  return drawn;
}
