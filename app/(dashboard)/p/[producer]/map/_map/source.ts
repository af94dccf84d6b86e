import { type Box, boxText } from "@/app/ui/box";
import { useTRPC } from "@/app/ui/trpc";
import type { VerdictName } from "@/app/ui/verdict";
import { useTimedScansHref } from "../../scans/hrefs";
import { type Days, momentsOf } from "./days";
import type { MapCalls } from "./queries";

/** Filters of the scans that a figure on the map counts. */
export interface Counted {
  days: Days;
  verdict: VerdictName | null;
  country?: string | null;
  box?: Box | null;
}

/** Builds links to the scans that a figure counts. */
function useCountedHref(page?: string): (counted: Counted) => string {
  const hrefOf = useTimedScansHref(page);
  return ({ days, verdict, country, box }) =>
    hrefOf(momentsOf(days), { verdict, country, box: box && boxText(box) });
}

/** The scans that a map shows, and the links of its figures. */
export interface MapSource {
  calls: MapCalls;
  /** Link to the scans that a figure counts. */
  href: (of: Counted) => string;
  /** The producer's own scans: the map updates live and lists the scans of a selected part. */
  isOwn: boolean;
}

/** Scans of the producer. */
export function useOwnScans(): MapSource {
  const { map, stats } = useTRPC();
  const calls = { cells: map.cells, days: map.days, countries: stats.countries };
  return { calls, href: useCountedHref(), isOwn: true };
}

/** Scans of all producers, for admins. */
export function useScansOfAllProducers(): MapSource {
  const { allMap, allStats } = useTRPC();
  const calls = { cells: allMap.cells, days: allMap.days, countries: allStats.countries };
  return { calls, href: useCountedHref("/admin/scans"), isOwn: false };
}
