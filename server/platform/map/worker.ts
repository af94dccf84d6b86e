import { type DrawnMap, drawScanMap } from "./draw";
import type { MapJob } from "./scan-map";

/** Tiles that did not come once keep nobody waiting again for a while. */
const WITHOUT_TILES_MS = 30_000;
let tilesAgainAt = 0;

/** Draws one scan map: what the pool of `scan-map.ts` calls in its thread. */
export default async function drawJob({ map, tiles }: MapJob): Promise<DrawnMap> {
  if (tiles && Date.now() < tilesAgainAt) return { ...(await drawScanMap(map)), isMakeshift: true };
  const drawn = await drawScanMap(map, tiles);
  if (drawn.isMakeshift) tilesAgainAt = Date.now() + WITHOUT_TILES_MS;
  return drawn;
}
