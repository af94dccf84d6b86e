import { distanceKm } from "@assay/scan-map/sphere";
import type { Scan } from "@/db/schema/scans";

/** The fields of a scan that assessments use. */
export type ScanFacts = Pick<
  Scan,
  "id" | "timestamp" | "copyclassification" | "latitude" | "longitude" | "country" | "os" | "device"
>;

/** The values of an item and its group that assessments use. */
export interface ItemFacts {
  invalidatedAt: Date | null;
  /** Since when its owner reports it as stolen. */
  stolenAt: Date | null;
  /** The merged item's `data.markets`, of any type. */
  markets: unknown;
}

/** An assessment reads the item's scans of the preceding hours, and at most the latest ones. */
export const KNOWN_HOURS = 24;
export const MAX_KNOWN = 200;

export interface Located {
  latitude: number;
  longitude: number;
}

/** The location that a scan was sent with: the country of an IP address is no location. */
export const placeOf = ({ latitude, longitude }: ScanFacts): Located | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** The shortest distance between two places. */
export const kmBetween = (from: Located, to: Located): number => distanceKm(from, to);

/** Interpolates on a logarithmic scale between `low` at `from` and `high` at `to`, both 0 to 1. */
export function graded(value: number, [from, low]: [number, number], [to, high]: [number, number]): number {
  const part = Math.log(value / from) / Math.log(to / from);
  return low + (high - low) * Math.min(1, Math.max(0, part));
}
