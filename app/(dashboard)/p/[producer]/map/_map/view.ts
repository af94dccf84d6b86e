import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { boxText, WORLD } from "@/app/ui/box";
import { clustersOf } from "./clusters";
import { type Days, stepsOf } from "./days";
import type { MapState } from "./map-state";
import { boxAround } from "./mercator";
import type { MapSource } from "./source";

/** Visible part of the world. */
export interface View {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

const DEBOUNCE_MS = 120;
const WORLD_VIEW: View = { ...WORLD, zoom: 1 };

/** Cells of a view and the marks made of them; the previous view's until they arrive. */
export function useCells(source: MapSource, { state, days }: MapState, view: View | undefined) {
  const { verdict, country, at } = state;
  const [settled] = useDebouncedValue(view ?? WORLD_VIEW, DEBOUNCE_MS);
  const { west, south, east, north } = settled;
  const zoom = Math.max(0, Math.min(22, Math.floor(settled.zoom)));
  const box = useMemo(() => boxAround(west, south, east, north, zoom), [west, south, east, north, zoom]);
  const steps = useMemo(() => stepsOf(days), [days]);
  const index = steps.findIndex(({ from }) => from === at);
  const shown = steps[index] ?? days;
  const next = index < 0 ? undefined : steps[index + 1];

  const queryOf = (days: Days) =>
    source.calls.cells.queryOptions({ box, zoom, days, ...(country ? { country } : {}) });
  const query = useQuery({ ...queryOf(shown), placeholderData: keepPreviousData });

  const client = useQueryClient();
  const name = next && `${next.from} ${boxText(box)} ${zoom} ${country}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` contains everything that the effect depends on.
  useEffect(() => {
    if (next) void client.prefetchQuery(queryOf(next));
  }, [client, name]);

  const { data } = query;
  const clusters = useMemo(
    () => (data ? clustersOf(data.cells, data.level, zoom, verdict) : []),
    [data, zoom, verdict],
  );
  return { query, cells: data?.cells ?? [], level: data?.level ?? 6, zoom, clusters, steps, index, shown };
}

export type ShownCells = ReturnType<typeof useCells>;
