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
  return async ({ id, version, query }: View, changes: Changes, said: string) => {
    // The menu that asks is gone before the answer arrives, and callbacks of `mutate` with it.
    const isChanged = await update.mutateAsync({ id, version, ...changes }).then(
      () => true,
      (error) => {
        toast.failed(error);
        return false;
      },
    );
    if (isChanged) toast.done(said);
    await queryClient.invalidateQueries(trpc.views.pathFilter());
    if (isChanged && changes.query !== undefined && changes.query !== query)
      router.push(hrefOf({ id, query: changes.query }));
  };
}
