"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LiveMark } from "@/app/ui/live/live-mark";
import { type StreamState, useScanStream } from "@/app/ui/live/scan-stream";
import { useTRPC } from "@/app/ui/trpc";
import { type Days, momentsOf } from "./days";

/** Minimum time between two refetches, however many scans arrive. */
const MIN_REFETCH_INTERVAL_MS = 1_000;

/** Refetch the map whenever scans of its days arrive. */
function useLiveMap(days: Days): StreamState {
  const client = useQueryClient();
  const { map, scans, stats } = useTRPC();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refetch = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      for (const { pathFilter } of [map, scans, stats]) void client.invalidateQueries(pathFilter());
    }, MIN_REFETCH_INTERVAL_MS);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  return useScanStream({
    onScan: ({ timestamp }) => {
      const { from, before } = momentsOf(days);
      if (timestamp.getTime() >= from && timestamp.getTime() < before) refetch();
    },
    onOpen: refetch,
  });
}

/** Whether the map updates live. */
export const LiveMap = ({ days }: { days: Days }) => <LiveMark state={useLiveMap(days)} />;
