import { parseAsStringLiteral } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsDay } from "@/app/ui/address-parsers";
import { useNowRoughly } from "@/app/ui/moment";
import { useZone } from "@/app/ui/zone";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { parseAsCountry, startOf } from "../p/[producer]/scans/filters";
import { floorHour, PRESETS, presetRange, type Range, USUAL_PRESET } from "./preset-range";

const MAX_DAYS = 1_100;

export const PARSERS = {
  range: parseAsStringLiteral(PRESETS),
  from: parseAsDay,
  to: parseAsDay,
  country: parseAsCountry,
};

/** The custom range; undefined if the days do not form one. */
function ownRange(from: string | null, to: string | null, now: number, zone: string): Range | undefined {
  const end = startOf(zone, to, 1) ?? now;
  const before = Math.min(floorHour(end), floorHour(now) + HOUR_MS);
  const begin = floorHour(startOf(zone, from) ?? before - 30 * DAY_MS);
  return begin < before ? { from: Math.max(begin, before - MAX_DAYS * DAY_MS), before } : undefined;
}

/** The range of an overview without filters. */
export function useUsualRange(): Range {
  const hour = floorHour(useNowRoughly());
  const zone = useZone();
  return useMemo(() => presetRange(USUAL_PRESET, hour, zone), [hour, zone]);
}

/** Time range and country, kept in the address. */
export function useStatsFilters() {
  const [filters, setFilters] = useAddressFilters(PARSERS, { history: "push" });
  const { range: preset, from, to } = filters;
  const hour = floorHour(useNowRoughly());
  const zone = useZone();
  const range = useMemo(() => {
    const own = from || to ? ownRange(from, to, hour, zone) : undefined;
    return own ?? presetRange(preset ?? USUAL_PRESET, hour, zone);
  }, [preset, from, to, hour, zone]);
  const isOwn = Boolean(from || to);
  return { filters, setFilters, range, isOwn, preset: preset ?? USUAL_PRESET };
}

export type StatsFilters = ReturnType<typeof useStatsFilters>;
