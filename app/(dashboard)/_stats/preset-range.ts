import { dayAt, startOfDay } from "@/app/ui/zoned-day";
import { DAY_MS, HOUR_MS } from "@/server/core/time";

/** The last 24 hours, or a number of days up to today. */
export const PRESETS = ["24h", "7d", "30d", "90d", "365d"] as const;
export type Preset = (typeof PRESETS)[number];
export const USUAL_PRESET: Preset = "7d";

/** Milliseconds, at whole UTC hours; `before` is exclusive. */
export interface Range {
  from: number;
  before: number;
}

export const floorHour = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** The range of a preset at a time, in the days of a time zone. */
export function presetRange(preset: Preset, now: number, zone: string): Range {
  // The range includes the current hour.
  const before = floorHour(now) + HOUR_MS;
  if (preset === "24h") return { from: before - DAY_MS, before };
  return { from: floorHour(startOfDay(zone, dayAt(zone, now), 1 - Number.parseInt(preset, 10))), before };
}
