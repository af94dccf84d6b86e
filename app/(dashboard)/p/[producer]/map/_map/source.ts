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
  group?: string | null;
  item?: string;
  box?: Box | null;
}

/** Builds links to the scans that a figure counts. */
function useCountedHref(page?: string): (counted: Counted) => string {
  const hrefOf = useTimedScansHref(page);
  return ({ days, box, ...filters }) => hrefOf(momentsOf(days), { ...filters, box: box && boxText(box) });
}

/** The scans that a map shows, and the links of its figures. */
export interface MapSource {
  calls: MapCalls;
  /** Link to the scans that a figure counts. */
  href: (of: Counted) => string;
  /** The producer's own scans: the map updates live, filters by group, and lists the scans of a selected part. */
  isOwn: boolean;
}

/** Scans of the producer. */
export function useOwnScans(): MapSource {
  return { calls: useTRPC().map, href: useCountedHref(), isOwn: true };
}

/** Scans of all producers, for admins. */
export function useScansOfAllProducers(): MapSource {
  return { calls: useTRPC().allMap, href: useCountedHref("/admin/scans"), isOwn: false };
}
