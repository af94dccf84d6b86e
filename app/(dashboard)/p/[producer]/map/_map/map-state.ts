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

/** More are not told at once. */
const MAX_DAYS = 1_100;

/** How many days the usual ranges have. */
export const RANGES = ["7", "30", "90", "365"] as const;

const within = (least: number, most: number) =>
  createParser({
    parse: (text) => {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      return value >= least && value <= most ? value : null;
    },
    serialize: String,
  });

export const PARSERS = {
  mode: parseAsStringLiteral(MODES).withDefault("clusters"),
  verdict: parseAsStringLiteral(VERDICTS),
  country: parseAsCountry,
  range: parseAsStringLiteral(RANGES).withDefault("30"),
  /** Days by UTC, as scans are counted by; both of them included. They go before `range`. */
  from: parseAsDay,
  to: parseAsDay,
  /** The first day of the step that is shown of the range. */
  at: parseAsDay,
  box: createParser({ parse: boxOf, serialize: boxText, eq: (a, b) => boxText(a) === boxText(b) }),
  lat: within(-85, 85),
  lng: within(-180, 180),
  z: within(0, 22),
};

/** The days that a map is of. */
function daysOf({ range, from, to }: { range: string; from: string | null; to: string | null }): Days {
  const last = to ?? today();
  const wanted = from ?? daysBack(last, Number(range) - 1);
  const [first, end] = wanted <= last ? [wanted, last] : [last, wanted];
  const days = { from: first, to: end };
  return daysIn(days) <= MAX_DAYS ? days : { from: daysBack(end, MAX_DAYS - 1), to: end };
}

/** Everything that the address of a map says. */
export function useMapState() {
  const [state, setState] = useAddressFilters(PARSERS, { history: "replace" });
  const { range, from, to } = state;
  const days = useMemo(() => daysOf({ range, from, to }), [range, from, to]);
  const isFiltered = state.verdict !== null || state.country !== null;
  return { state, setState, days, isFiltered };
}

export type MapState = ReturnType<typeof useMapState>;
