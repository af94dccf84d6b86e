"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LiveMark } from "@/app/ui/live/live-mark";
import { type StreamState, useScanStream } from "@/app/ui/live/scan-stream";
import { useTRPC } from "@/app/ui/trpc";
import { type Days, momentsOf } from "./days";
import { paced } from "./paced";

/** Minimum time between two refetches, however many scans arrive. */
const MIN_REFETCH_INTERVAL_MS = 1_000;

/** Refetch the map whenever scans of its days arrive; slow answers are awaited, so that they do not pile up. */
function useLiveMap(days: Days): StreamState {
  const client = useQueryClient();
  const { map, scans, stats } = useTRPC();
  const [pace] = useState(() =>
    paced(
      () => Promise.all([map, scans, stats].map(({ pathFilter }) => client.invalidateQueries(pathFilter()))),
      MIN_REFETCH_INTERVAL_MS,
    ),
  );
  useEffect(() => pace.stop, [pace]);
  return useScanStream({
    onScan: ({ timestamp }) => {
      const { from, before } = momentsOf(days);
      if (timestamp.getTime() >= from && timestamp.getTime() < before) pace.ask();
    },
    onOpen: pace.ask,
  });
}

/** Whether the map updates live. */
export const LiveMap = ({ days }: { days: Days }) => <LiveMark state={useLiveMap(days)} />;
