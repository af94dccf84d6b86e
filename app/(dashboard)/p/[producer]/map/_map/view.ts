import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { boxText } from "@/app/ui/box";
import { clustersOf } from "./clusters";
import { type Days, stepsOf } from "./days";
import type { MapState } from "./map-state";
import { areaOf, mapQueries, type View, WORLD_VIEW } from "./queries";
import type { MapSource } from "./source";

const DEBOUNCE_MS = 120;

/** Cells of a view and the marks made of them; the previous view's until they arrive. */
export function useCells(source: MapSource, { state, days }: MapState, view: View | undefined) {
  const { verdict, country, group, at } = state;
  const [settled] = useDebouncedValue(view ?? WORLD_VIEW, DEBOUNCE_MS);
  const { west, south, east, north } = settled;
  const zoom = Math.floor(settled.zoom);
  const area = useMemo(() => areaOf({ west, south, east, north, zoom }), [west, south, east, north, zoom]);
  const steps = useMemo(() => stepsOf(days), [days]);
  const index = steps.findIndex(({ from }) => from === at);
  const shown = steps[index] ?? days;
  const next = index < 0 ? undefined : steps[index + 1];

  const queryOf = (days: Days) => mapQueries(source.calls, { country, group }).cells(area, days);
  const query = useQuery({ ...queryOf(shown), placeholderData: keepPreviousData });

  const client = useQueryClient();
  const name = next && `${next.from} ${boxText(area.box)} ${area.zoom} ${country} ${group}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` contains everything that the effect depends on.
  useEffect(() => {
    if (next) void client.prefetchQuery(queryOf(next));
  }, [client, name]);

  const { data } = query;
  const clusters = useMemo(
    () => (data ? clustersOf(data.cells, data.level, area.zoom, verdict) : []),
    [data, area.zoom, verdict],
  );
  return {
    query,
    cells: data?.cells ?? [],
    level: data?.level ?? 6,
    countedFrom: data?.countedFrom ?? null,
    zoom: area.zoom,
    clusters,
    steps,
    index,
    shown,
  };
}

export type ShownCells = ReturnType<typeof useCells>;
