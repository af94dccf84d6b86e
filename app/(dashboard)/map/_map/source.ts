import { useTRPC } from "@/app/ui/trpc";
import { type Narrowing, scansHref } from "./scans-href";

type Calls = ReturnType<typeof useTRPC>;

/** Whose scans a map shows, and where its numbers lead to. */
export interface MapSource {
  calls: Pick<Calls["map"], "cells" | "days"> & Pick<Calls["stats"], "countries">;
  /** Where the scans that a number counts are listed; without it, numbers lead nowhere. */
  href?: (of: Narrowing) => string;
  /** The scans of the chosen producer: new ones come in by themselves, and those of a part of the map are listed below. */
  isOwn: boolean;
}

/** The scans of the chosen producer. */
export function useOwnScans(): MapSource {
  const { map, stats } = useTRPC();
  const calls = { cells: map.cells, days: map.days, countries: stats.countries };
  return { calls, href: scansHref, isOwn: true };
}

/** The scans of all producers, for admins. */
export function useEverybodysScans(href?: MapSource["href"]): MapSource {
  const { allMap, allStats } = useTRPC();
  const calls = { cells: allMap.cells, days: allMap.days, countries: allStats.countries };
  return { calls, isOwn: false, ...(href ? { href } : {}) };
}
