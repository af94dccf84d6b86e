import { HOUR_MS } from "@/server/core/time";
import { distanceKm, towns } from "./markets";
import type { ScanPlan } from "./scan-plan";

/** From door to door. */
const FASTEST_KMH = 600;

/**
 * Keeps genuine items where they can be: each is scanned in the town that was drawn, or, where it could not have come there so soon,
 * still in the one before. Scans are in the order of time; `isGenuine` tells of each by its number whether it is of the item itself.
 */
export function stayPossible({ at, item, town }: ScanPlan, isGenuine: (scan: number) => boolean): void {
  const seen = new Map<number, { at: number; town: number }>();
  for (let i = 0; i < at.length; i++) {
    if (!isGenuine(i)) continue;
    const [when, number, drawn] = [at[i] ?? 0, item[i] ?? 0, town[i] ?? 0];
    const before = seen.get(number);
    const [from, to] = [towns[before?.town ?? drawn], towns[drawn]];
    const isTooFar =
      before && from && to && distanceKm(from, to) > (FASTEST_KMH * (when - before.at)) / HOUR_MS;
    if (isTooFar) town[i] = before.town;
    seen.set(number, { at: when, town: isTooFar ? before.town : drawn });
  }
}
