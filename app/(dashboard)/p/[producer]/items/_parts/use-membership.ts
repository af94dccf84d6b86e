"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useToast } from "@/app/ui/toast";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";

interface Membership {
  /** Id of the group. */
  id: string;
  identifier: string;
  /** Title of the group. */
  title: string;
}

/** Add items to groups and remove them; each action offers an undo for a while. */
export function useMembership() {
  const t = useTranslations("items");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const refresh = () => queryClient.invalidateQueries(trpc.pathFilter());
  const putIn = ({ id, identifier }: Membership) => client.groups.addItem.mutate({ id, identifier });
  const takeOut = ({ id, identifier }: Membership) => client.groups.removeItem.mutate({ id, identifier });

  const join = useMutation({
    mutationFn: putIn,
    onSuccess: (_, membership) => {
      toast.undo(t("join.done", { title: membership.title }), () => takeOut(membership).then(refresh));
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: takeOut,
    onMutate: ({ identifier }) => setLeaving((before) => new Set(before).add(identifier)),
    onSuccess: (_, membership) => {
      const { identifier, title } = membership;
      toast.undo(t("leave.done", { identifier, title }), () => putIn(membership).then(refresh));
      return refresh();
    },
    onError: toast.failed,
    onSettled: (_data, _error, { identifier }) =>
      setLeaving((before) => new Set([...before].filter((one) => one !== identifier))),
  });
  return {
    join,
    remove: remove.mutate,
    /** Whether the item is being removed from its group. */
    isLeaving: (identifier: string) => leaving.has(identifier),
  };
}
