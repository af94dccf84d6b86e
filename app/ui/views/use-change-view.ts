"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "../link";
import { useToast } from "../toast";
import { useTRPC } from "../trpc";
import type { View, Views } from "./use-views";

interface Changes {
  query?: string;
  isShared?: boolean;
}

/** Changes a view and says so, or why not. */
export function useChangeView({ hrefOf }: Views) {
  const trpc = useTRPC();
  const toast = useToast();
  const router = useRouter();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.views.update.mutationOptions());
  return ({ id, version, query }: View, changes: Changes, said: string) =>
    update.mutate(
      { id, version, ...changes },
      {
        onSuccess: async () => {
          toast.done(said);
          await queryClient.invalidateQueries(trpc.views.pathFilter());
          if (changes.query !== undefined && changes.query !== query)
            router.push(hrefOf({ id, query: changes.query }));
        },
        onError: (error) => {
          toast.failed(error);
          void queryClient.invalidateQueries(trpc.views.pathFilter());
        },
      },
    );
}
