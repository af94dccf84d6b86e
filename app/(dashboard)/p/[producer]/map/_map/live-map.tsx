"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LiveMark } from "@/app/ui/live/live-mark";
import { type StreamState, useScanStream } from "@/app/ui/live/scan-stream";
import { useTRPC } from "@/app/ui/trpc";
import { type Days, momentsOf } from "./days";

/** However many scans come in, the map is asked for anew this often at most. */
const EVERY_MS = 1_000;

/** Asks for what the map shows anew whenever scans of its days come in. */
function useLiveMap(days: Days): StreamState {
  const client = useQueryClient();
  const { map, scans, stats } = useTRPC();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askAnew = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      for (const { pathFilter } of [map, scans, stats]) void client.invalidateQueries(pathFilter());
    }, EVERY_MS);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  return useScanStream({
    onScan: ({ timestamp }) => {
      const { from, before } = momentsOf(days);
      if (timestamp.getTime() >= from && timestamp.getTime() < before) askAnew();
    },
    onOpen: askAnew,
  });
}

/** Whether new scans come to the map by themselves just now. */
export const LiveMap = ({ days }: { days: Days }) => <LiveMark state={useLiveMap(days)} />;
