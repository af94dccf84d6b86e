import { distanceKm } from "@assay/scan-map/sphere";
import { towns } from "./markets";
import { HOUR_MS } from "./time";

/** Maximum speed between two scans, including transfers. */
const MAX_SPEED_KMH = 600;

/** Planned scans: time, item and town by index. */
interface Journeys {
  at: Float64Array;
  item: Int32Array;
  town: Int16Array;
}

/**
 * Makes the journeys of genuine items possible: a scan stays in the previous town if the drawn one is out of reach. Scans
 * must be sorted by time; `isGenuine` says by index whether a scan is of the genuine item.
 */
export function stayPossible({ at, item, town }: Journeys, isGenuine: (scan: number) => boolean): void {
  const seen = new Map<number, { at: number; town: number }>();
  for (let i = 0; i < at.length; i++) {
    if (!isGenuine(i)) continue;
    const [when, number, drawn] = [at[i] ?? 0, item[i] ?? 0, town[i] ?? 0];
    const before = seen.get(number);
    const [from, to] = [towns[before?.town ?? drawn], towns[drawn]];
    const isTooFar =
      before && from && to && distanceKm(from, to) > (MAX_SPEED_KMH * (when - before.at)) / HOUR_MS;
    if (isTooFar) town[i] = before.town;
    seen.set(number, { at: when, town: isTooFar ? before.town : drawn });
  }
}
