import { type Box, boxText } from "@/app/ui/box";
import { useTRPC } from "@/app/ui/trpc";
import type { VerdictName } from "@/app/ui/verdict";
import { scansHref, timesOf } from "../../scans/hrefs";
import { type Days, momentsOf } from "./days";

/** What a number of the map counts. */
export interface Counted {
  days: Days;
  verdict: VerdictName | null;
  country?: string | null;
  box?: Box | null;
}

/** Leads to the scans that a number of the map counts, on the page that lists them. */
export const countedHref = ({ days, verdict, country, box }: Counted, page?: string): string =>
  scansHref({ ...timesOf(momentsOf(days)), verdict, country, box: box && boxText(box) }, page);

type Calls = ReturnType<typeof useTRPC>;

/** Whose scans a map shows, and where its numbers lead to. */
export interface MapSource {
  calls: Pick<Calls["map"], "cells" | "days"> & Pick<Calls["stats"], "countries">;
  /** Leads to the scans that a number counts. */
  href: (of: Counted) => string;
  /** The scans of the chosen producer: new ones come in by themselves, and those of a part of the map are listed below. */
  isOwn: boolean;
}

/** The scans of the chosen producer. */
export function useOwnScans(): MapSource {
  const { map, stats } = useTRPC();
  const calls = { cells: map.cells, days: map.days, countries: stats.countries };
  return { calls, href: countedHref, isOwn: true };
}

/** The scans of all producers, for admins. */
export function useScansOfAllProducers(): MapSource {
  const { allMap, allStats } = useTRPC();
  const calls = { cells: allMap.cells, days: allMap.days, countries: allStats.countries };
  return { calls, href: (of) => countedHref(of, "/admin/scans"), isOwn: false };
}
