import type { DrawnMap } from "./options";
import type { MapJob } from "./pool";
import type { Renderer } from "./renderer";

/** After a failure, maps do not wait for tiles for this time. */
const TILES_RETRY_DELAY_MS = 30_000;

/** The work of a thread of the pool in `pool.ts`: the default export of its file. */
export function mapWorker(renderer: Renderer): (job: MapJob) => Promise<DrawnMap> {
  let tilesRetryAt = 0;
  return async ({ map, tiles }) => {
    if ("places" in map) return { png: await renderer.drawPlaces(map), isMakeshift: false };
    if (tiles && Date.now() < tilesRetryAt) return { ...(await renderer.draw(map)), isMakeshift: true };
    const drawn = await renderer.draw(map, tiles);
    if (drawn.isMakeshift) tilesRetryAt = Date.now() + TILES_RETRY_DELAY_MS;
    return drawn;
  };
}
