import { parseAsStringLiteral } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsDay } from "@/app/ui/address-parsers";
import { useNowRoughly } from "@/app/ui/moment";
import { useZone } from "@/app/ui/zone";
import { parseAsCountry } from "../p/[producer]/scans/filters";
import { ownRange } from "./own-range";
import { floorHour, PRESETS, presetRange, type Range, USUAL_PRESET } from "./preset-range";

export const PARSERS = {
  range: parseAsStringLiteral(PRESETS),
  from: parseAsDay,
  to: parseAsDay,
  country: parseAsCountry,
};

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
  const own = useMemo(() => ownRange(from, to, hour, zone), [from, to, hour, zone]);
  const usual = useMemo(() => presetRange(preset ?? USUAL_PRESET, hour, zone), [preset, hour, zone]);
  return {
    filters,
    setFilters,
    range: own ?? usual,
    isOwn: own !== undefined,
    preset: preset ?? USUAL_PRESET,
  };
}

export type StatsFilters = ReturnType<typeof useStatsFilters>;
