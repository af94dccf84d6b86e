"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useToast } from "@/app/ui/toast";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";

interface Membership {
  /** The group's. */
  id: string;
  identifier: string;
  /** What the group is called. */
  title: string;
}

/** Puts items into groups and takes them out, each with a way back for a while after. */
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
    /** Whether an item is just being taken out. */
    isLeaving: (identifier: string) => leaving.has(identifier),
  };
}
