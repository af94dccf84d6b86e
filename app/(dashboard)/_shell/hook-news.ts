"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";

const POLL_INTERVAL_MS = 60_000;

/** How many hooks of the chosen producer are switched off after failures; asked again each minute. */
export function useSwitchedOffHooks(): number {
  const { chosen } = useSignedIn();
  const { data } = useQuery({
    ...useTRPC().hooks.switchedOff.queryOptions(chosen ? undefined : skipToken),
    refetchInterval: POLL_INTERVAL_MS,
  });
  return data?.count ?? 0;
}
