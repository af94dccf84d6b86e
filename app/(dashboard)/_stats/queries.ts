"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { useTRPC } from "@/app/ui/trpc";
import { useZone } from "@/app/ui/zone";
import { NO_COUNTRY } from "../p/[producer]/scans/filters";
import type { Range } from "./preset-range";
import { useStatsScope } from "./scope";
import { type Asked, ownStatsQueries, statsQueries } from "./stats-queries";

const REFETCH_INTERVAL_MS = 60_000;
/** Delay before new scans trigger a refetch; the totals change at once. */
const REFETCH_DELAY_MS = 15_000;

const usual = { placeholderData: keepPreviousData, refetchInterval: REFETCH_INTERVAL_MS } as const;

type InPage = Omit<Asked, "zone">;

function useStats(asked: InPage) {
  const { stats, allStats } = useTRPC();
  const { of } = useStatsScope();
  return statsQueries(of === "own" ? stats : allStats, { ...asked, zone: useZone() });
}

export const useTotals = (asked: InPage) => useQuery({ ...useStats(asked).totals, ...usual });
export const useTrend = (asked: InPage) => useQuery({ ...useStats(asked).trend, ...usual });
export const useCountryCounts = (range: Range) => useQuery({ ...useStats({ range }).countries, ...usual });
export const useSystemCounts = (range: Range) => useQuery({ ...useStats({ range }).systems, ...usual });
export const useActiveItems = (range: Range) => useQuery({ ...useStats({ range }).activeItems, ...usual });

export const useGroupCounts = (range: Range) =>
  useQuery({ ...ownStatsQueries(useTRPC(), { range }).groups, ...usual });

export const useWorstItems = (asked: InPage) =>
  useQuery({ ...ownStatsQueries(useTRPC(), asked).items, ...usual });

/**
 * Add each new scan to the loaded totals, and refetch all figures a little later. Scans older than the loaded totals
 * are already in them.
 */
export function useLiveTotals({ range, country }: InPage) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => void client.invalidateQueries(trpc.stats.pathFilter()), [client, trpc]);
  const onScan = ({ timestamp, copyclassification, country: where }: ListedScan) => {
    const at = timestamp.getTime();
    if (at < range.from || at >= range.before) return;
    if (country !== undefined && (where ?? NO_COUNTRY) !== country) return;
    const queryKey = trpc.stats.totals.queryKey({ range, country });
    // An answer that is on its way may not know the scan, and would take it back.
    const ready = client.getQueryData(queryKey) && client.cancelQueries({ queryKey });
    void Promise.resolve(ready).then(() =>
      client.setQueryData(queryKey, (totals) =>
        totals === undefined || at < totals.asOf
          ? totals
          : { ...totals, now: { ...totals.now, [copyclassification]: totals.now[copyclassification] + 1 } },
      ),
    );
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, REFETCH_DELAY_MS);
  };
  return { onScan, onGap: refresh };
}
