import { move } from "piscina";
import { drawScanMap } from "./draw";
import type { MapJob } from "./scan-map";

/** Draws one scan map: what the pool of `scan-map.ts` calls in its thread. */
export default async function drawJob({ map, tiles }: MapJob) {
  const png = await drawScanMap(map, tiles);
  return move(new Uint8Array(png));
}
