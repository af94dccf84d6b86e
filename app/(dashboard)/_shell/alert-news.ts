"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";

const POLL_INTERVAL_MS = 60_000;

/** Count of the producer's open alerts and the newest of them; refetched each minute. */
export function useAlertNews() {
  const { chosen } = useSignedIn();
  const { data } = useQuery({
    ...useTRPC().alerts.news.queryOptions(chosen ? undefined : skipToken),
    refetchInterval: POLL_INTERVAL_MS,
  });
  return data;
}
