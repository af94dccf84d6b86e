"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { useTRPC } from "@/app/ui/trpc";
import { NO_COUNTRY } from "../p/[producer]/scans/filters";
import type { Range } from "./range";
import { useStatsScope } from "./scope";

const REFETCH_INTERVAL_MS = 60_000;
/** Delay before new scans trigger a refetch; the totals change at once. */
const REFETCH_DELAY_MS = 15_000;

const usual = { placeholderData: keepPreviousData, refetchInterval: REFETCH_INTERVAL_MS } as const;
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Asked {
  range: Range;
  country?: string | undefined;
}

export function useTotals({ range, country }: Asked) {
  const trpc = useTRPC();
  const { of } = useStatsScope();
  const input = { range, country };
  const own = trpc.stats.totals.queryOptions(input);
  return useQuery({ ...(of === "own" ? own : trpc.allStats.totals.queryOptions(input)), ...usual });
}

export function useTrend({ range, country }: Asked) {
  const trpc = useTRPC();
  const { of } = useStatsScope();
  const input = { range, country, zone: zoneHere() };
  const own = trpc.stats.trend.queryOptions(input);
  return useQuery({ ...(of === "own" ? own : trpc.allStats.trend.queryOptions(input)), ...usual });
}

export function useCountryCounts(range: Range) {
  const trpc = useTRPC();
  const { of } = useStatsScope();
  const own = trpc.stats.countries.queryOptions({ range });
  return useQuery({ ...(of === "own" ? own : trpc.allStats.countries.queryOptions({ range })), ...usual });
}

export function useSystemCounts(range: Range) {
  const trpc = useTRPC();
  const { of } = useStatsScope();
  const own = trpc.stats.systems.queryOptions({ range });
  return useQuery({ ...(of === "own" ? own : trpc.allStats.systems.queryOptions({ range })), ...usual });
}

export function useActiveItems(range: Range) {
  const trpc = useTRPC();
  const { of } = useStatsScope();
  const own = trpc.stats.activeItems.queryOptions({ range });
  return useQuery({ ...(of === "own" ? own : trpc.allStats.activeItems.queryOptions({ range })), ...usual });
}

export const useGroupCounts = (range: Range) =>
  useQuery({ ...useTRPC().stats.groups.queryOptions({ range }), ...usual });

export const useWorstItems = ({ range, country }: Asked) =>
  useQuery({ ...useTRPC().stats.items.queryOptions({ range, country }), ...usual });

/**
 * Add each new scan to the loaded totals, and refetch all figures a little later. Scans older than the loaded totals
 * are already in them.
 */
export function useLiveTotals({ range, country }: Asked) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => void client.invalidateQueries(trpc.stats.pathFilter()), [client, trpc]);
  const onScan = ({ timestamp, copyclassification, country: where }: ListedScan) => {
    const at = timestamp.getTime();
    if (at < range.from || at >= range.before) return;
    if (country !== undefined && (where ?? NO_COUNTRY) !== country) return;
    client.setQueryData(trpc.stats.totals.queryKey({ range, country }), (totals) =>
      totals === undefined || at < totals.asOf
        ? totals
        : { ...totals, now: { ...totals.now, [copyclassification]: totals.now[copyclassification] + 1 } },
    );
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, REFETCH_DELAY_MS);
  };
  return { onScan, onGap: refresh };
}
