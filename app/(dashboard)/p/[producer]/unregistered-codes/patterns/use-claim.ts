"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

/** Claims a pattern and says what came of it. */
export function useClaim() {
  const t = useTranslations("codePatterns.done");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation(
    trpc.codePatterns.claim.mutationOptions({
      onSuccess: async ({ state }) => {
        toast.done(t(state === "contested" ? "contested" : "active"));
        await queryClient.invalidateQueries(trpc.codePatterns.pathFilter());
      },
    }),
  );
}
