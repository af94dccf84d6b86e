import { drawScanMap } from "./draw";
import type { MapJob } from "./scan-map";

/** Draws one scan map: what the pool of `scan-map.ts` calls in its thread. */
export default ({ map, tiles }: MapJob) => drawScanMap(map, tiles);
