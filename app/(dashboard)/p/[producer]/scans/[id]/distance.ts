import type { ListedScan } from "@/app/ui/live/live-scan";

const EARTH_RADIUS_KM = 6_371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export interface Place {
  _lat: number;
  _long: number;
}

export const placeOf = ({ latitude, longitude }: ListedScan): Place | undefined =>
  latitude === null || longitude === null ? undefined : { _lat: latitude, _long: longitude };

/** Great-circle distance in kilometres. */
export function kilometresBetween(a: Place, b: Place): number {
  const [φ1, φ2] = [radians(a._lat), radians(b._lat)];
  const half =
    Math.sin((φ2 - φ1) / 2) ** 2 +
    Math.cos(φ1) * Math.cos(φ2) * Math.sin(radians(b._long - a._long) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** A duration in its largest unit, for `Intl.NumberFormat`. */
export function spanOf(ms: number): { value: number; unit: (typeof UNITS)[number][0] } {
  const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? UNITS[3];
  return { value: Math.round(ms / length), unit };
}
