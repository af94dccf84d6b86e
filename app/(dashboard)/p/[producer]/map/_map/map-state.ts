import { createParser, parseAsStringLiteral } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsDay, parseAsId } from "@/app/ui/address-parsers";
import { boxOf, boxText } from "@/app/ui/box";
import { useNowRoughly } from "@/app/ui/moment";
import { VERDICTS } from "@/app/ui/verdict";
import { parseAsCountry } from "../../scans/filters";
import { dayAt, daysOf, RANGES, USUAL_RANGE } from "./days";

export const MODES = ["clusters", "heat", "countries"] as const;
export type Mode = (typeof MODES)[number];

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
  group: parseAsId,
  range: parseAsStringLiteral(RANGES).withDefault(USUAL_RANGE),
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

const FILTERS = ["verdict", "country", "group"] as const;
/** The state without filters. */
export const NO_FILTERS = { verdict: null, country: null, group: null };

/** State of the map, kept in the address. */
export function useMapState() {
  const [state, setState] = useAddressFilters(PARSERS, { history: "replace" });
  const { range, from, to } = state;
  const today = dayAt(useNowRoughly());
  const days = useMemo(() => daysOf(today, range, from, to), [today, range, from, to]);
  const isFiltered = FILTERS.some((name) => state[name] !== null);
  return { state, setState, days, isFiltered };
}

export type MapState = ReturnType<typeof useMapState>;
