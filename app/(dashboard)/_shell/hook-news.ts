"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";

const POLL_INTERVAL_MS = 60_000;

/** Count of the producer's webhooks that failures switched off; refetched each minute. */
export function useSwitchedOffHooks(): number {
  const { chosen } = useSignedIn();
  const { data } = useQuery({
    ...useTRPC().hooks.switchedOff.queryOptions(chosen ? undefined : skipToken),
    refetchInterval: POLL_INTERVAL_MS,
  });
  return data?.count ?? 0;
}
