import { parseAsStringLiteral } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsDay } from "@/app/ui/address-parsers";
import { useNowRoughly } from "@/app/ui/moment";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { parseAsCountry, startOf } from "../p/[producer]/scans/filters";

const MAX_DAYS = 1_100;

/** The last 24 hours, or a number of days up to today. */
export const PRESETS = ["24h", "7d", "30d", "90d", "365d"] as const;
export type Preset = (typeof PRESETS)[number];
const USUAL: Preset = "7d";

/** Milliseconds, at whole UTC hours; `before` is exclusive. */
export interface Range {
  from: number;
  before: number;
}

const PARSERS = {
  range: parseAsStringLiteral(PRESETS),
  from: parseAsDay,
  to: parseAsDay,
  country: parseAsCountry,
};

const floorHour = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Start of the day `days` before today, in the browser's time zone. */
function daysBefore(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

function presetRange(preset: Preset, now: number): Range {
  // The range includes the current hour.
  const before = floorHour(now) + HOUR_MS;
  if (preset === "24h") return { from: before - DAY_MS, before };
  return { from: floorHour(daysBefore(now, Number.parseInt(preset, 10) - 1)), before };
}

/** The custom range; undefined if the days do not form one. */
function ownRange(from: string | null, to: string | null, now: number): Range | undefined {
  const end = startOf(to, 1) ?? now;
  const before = Math.min(floorHour(end), floorHour(now) + HOUR_MS);
  const begin = floorHour(startOf(from) ?? before - 30 * DAY_MS);
  return begin < before ? { from: Math.max(begin, before - MAX_DAYS * DAY_MS), before } : undefined;
}

/** Time range and country, kept in the address. */
export function useStatsFilters() {
  const [filters, setFilters] = useAddressFilters(PARSERS, { history: "push" });
  const { range: preset, from, to } = filters;
  const hour = floorHour(useNowRoughly());
  const range = useMemo(() => {
    const own = from || to ? ownRange(from, to, hour) : undefined;
    return own ?? presetRange(preset ?? USUAL, hour);
  }, [preset, from, to, hour]);
  const isOwn = Boolean(from || to);
  return { filters, setFilters, range, isOwn, preset: preset ?? USUAL };
}

export type StatsFilters = ReturnType<typeof useStatsFilters>;
