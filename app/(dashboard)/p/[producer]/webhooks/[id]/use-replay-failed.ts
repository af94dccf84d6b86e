import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPCClient } from "@/app/ui/trpc";

/** Replay undelivered events since a moment, in as many calls as needed; `soFar` counts the replayed events. */
export function useReplayFailed({ onSuccess }: { onSuccess?: () => void } = {}) {
  const { deliveries } = useTRPCClient();
  const [soFar, setSoFar] = useState(0);
  const replay = useMutation({
    mutationFn: async (what: { hookId: string; since: number }) => {
      let replayed = 0;
      setSoFar(0);
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const answer = await deliveries.replayFailed.mutate({ ...what, cursor });
        replayed += answer.replayed;
        setSoFar(replayed);
        cursor = answer.nextCursor;
      }
      return { replayed };
    },
    ...(onSuccess && { onSuccess }),
  });
  return { ...replay, soFar };
}
