import { createParser, parseAsStringLiteral } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsDay } from "@/app/ui/address-parsers";
import { boxOf, boxText } from "@/app/ui/box";
import { VERDICTS } from "@/app/ui/verdict";
import { parseAsCountry } from "../../scans/filters";
import { type Days, daysBack, daysIn, today } from "./days";

export const MODES = ["clusters", "heat", "countries"] as const;
export type Mode = (typeof MODES)[number];

/** The service returns no longer range at once. */
const MAX_DAYS = 1_100;

/** Preset ranges, in days. */
export const RANGES = ["7", "30", "90", "365"] as const;

const within = (min: number, max: number) =>
  createParser({
    parse: (text) => {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      return value >= min && value <= max ? value : null;
    },
    serialize: String,
  });

export const PARSERS = {
  mode: parseAsStringLiteral(MODES).withDefault("clusters"),
  verdict: parseAsStringLiteral(VERDICTS),
  country: parseAsCountry,
  range: parseAsStringLiteral(RANGES).withDefault("30"),
  /** UTC days like those of the roll-ups, both inclusive. They override `range`. */
  from: parseAsDay,
  to: parseAsDay,
  /** First day of the timeline step that is shown. */
  at: parseAsDay,
  box: createParser({ parse: boxOf, serialize: boxText, eq: (a, b) => boxText(a) === boxText(b) }),
  lat: within(-85, 85),
  lng: within(-180, 180),
  z: within(0, 22),
};

/** Days that the map covers. */
function daysOf({ range, from, to }: { range: string; from: string | null; to: string | null }): Days {
  const last = to ?? today();
  const wanted = from ?? daysBack(last, Number(range) - 1);
  const [first, end] = wanted <= last ? [wanted, last] : [last, wanted];
  const days = { from: first, to: end };
  return daysIn(days) <= MAX_DAYS ? days : { from: daysBack(end, MAX_DAYS - 1), to: end };
}

/** State of the map, kept in the address. */
export function useMapState() {
  const [state, setState] = useAddressFilters(PARSERS, { history: "replace" });
  const { range, from, to } = state;
  const days = useMemo(() => daysOf({ range, from, to }), [range, from, to]);
  const isFiltered = state.verdict !== null || state.country !== null;
  return { state, setState, days, isFiltered };
}

export type MapState = ReturnType<typeof useMapState>;
