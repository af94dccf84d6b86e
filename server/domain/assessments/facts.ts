import type { Scan } from "@/db/schema/scans";
import { distanceKm } from "@/server/platform/map/sphere";

/** What of a scan an assessment rests on. */
export type ScanFacts = Pick<
  Scan,
  "id" | "timestamp" | "copyclassification" | "latitude" | "longitude" | "country" | "os" | "device"
>;

/** What of an item, and of the group that it is in, an assessment rests on. */
export interface ItemFacts {
  invalidatedAt: Date | null;
  /** The merged item's `data.markets`, whatever that is. */
  markets: unknown;
}

/** Scans from so long before are known when one is assessed, and at most so many of them, the latest. */
export const KNOWN_HOURS = 24;
export const MAX_KNOWN = 200;

export interface Located {
  latitude: number;
  longitude: number;
}

/** Where a scan was made, by its own location: the country of an address is no place. */
export const placeOf = ({ latitude, longitude }: ScanFacts): Located | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** The shortest way between two places. */
export const kmBetween = (from: Located, to: Located): number =>
  distanceKm(from.latitude, from.longitude, to.latitude, to.longitude);

/** A part of 0 to 1 between `low` at `from` and `high` at `to`, by how many times larger a value is. */
export function graded(value: number, [from, low]: [number, number], [to, high]: [number, number]): number {
  const part = Math.log(value / from) / Math.log(to / from);
  return low + (high - low) * Math.min(1, Math.max(0, part));
}
