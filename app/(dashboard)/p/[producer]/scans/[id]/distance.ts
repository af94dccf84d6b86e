import type { ListedScan } from "@/app/ui/live/live-scan";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/core/time";

export const placeOf = ({ latitude, longitude }: ListedScan) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
  ["second", 1_000],
] as const;

/** A duration in its largest unit, for `Intl.NumberFormat`. */
export function spanOf(ms: number): { value: number; unit: (typeof UNITS)[number][0] } {
  const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? UNITS[3];
  return { value: Math.round(ms / length), unit };
}
