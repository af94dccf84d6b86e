"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

interface Membership {
  /** The group's. */
  id: string;
  identifier: string;
  /** What the group is called. */
  title: string;
}

/** Takes items out of groups, and back for a while after. */
export function useMembership() {
  const t = useTranslations("items.leave");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.pathFilter());
  const add = useMutation(trpc.groups.addItem.mutationOptions({ onSuccess: refresh }));
  const remove = useMutation(
    trpc.groups.removeItem.mutationOptions({ onSuccess: refresh, onError: toast.failed }),
  );
  return {
    isPending: remove.isPending,
    remove: ({ id, identifier, title }: Membership) =>
      remove.mutate(
        { id, identifier },
        {
          onSuccess: () =>
            toast.undo(t("done", { identifier, title }), () => add.mutateAsync({ id, identifier })),
        },
      ),
  };
}
