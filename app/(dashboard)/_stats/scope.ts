"use client";

import { createContext, useContext } from "react";
import { type Narrowing, useTimedScansHref } from "../p/[producer]/scans/hrefs";
import type { Range } from "./preset-range";

/** Whose scans an overview counts (the producer's, or all for admins), and the page that lists them. */
export interface StatsScope {
  of: "own" | "all";
  scansPage: string;
}

export const OWN: StatsScope = { of: "own", scansPage: "/scans" };
export const OF_ALL_PRODUCERS: StatsScope = { of: "all", scansPage: "/admin/scans" };

const Scope = createContext(OWN);
export const StatsScopeProvider = Scope.Provider;
export const useStatsScope = () => useContext(Scope);

/** Filters of the scans that a figure counts, besides the range. */
export type Counted = Pick<Narrowing, "verdict" | "country" | "group" | "os" | "item">;

/** Builds the link to the scans that a figure counts. */
export function useScansHref(): (range: Range, counted: Counted) => string {
  const { scansPage } = useStatsScope();
  return useTimedScansHref(scansPage);
}
