import { type Box, boxText } from "@/app/ui/box";
import type { VerdictName } from "@/app/ui/verdict";
import type { Days } from "./days";

/** What a number of the map counts. */
export interface Narrowing {
  days: Days;
  verdict: VerdictName | null;
  country?: string | null;
  box?: Box | null;
}

/** The list of the scans that a number of the map counts. Its days are those by UTC. */
export function scansHref({ days, verdict, country, box }: Narrowing): string {
  const query = new URLSearchParams({ from: `${days.from}Z`, to: `${days.to}Z` });
  if (verdict) query.set("verdict", verdict);
  if (country) query.set("country", country);
  if (box) query.set("box", boxText(box));
  return `/scans?${query}`;
}
