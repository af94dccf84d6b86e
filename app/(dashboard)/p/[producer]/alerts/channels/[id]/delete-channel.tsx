"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";
import { DeleteButton } from "../../_parts/delete-button";
import type { ListedChannel } from "../../types";

export function DeleteChannel({ channel: { id, name } }: { channel: ListedChannel }) {
  const t = useTranslations("alerts.channels.remove");
  const { alertChannels } = useTRPC();
  const client = useQueryClient();
  const remove = useMutation(alertChannels.delete.mutationOptions());
  return (
    <DeleteButton
      words={{ action: t("action"), title: t("title"), text: t("text", { name }), done: t("done") }}
      href="/alerts/channels"
      remove={() => remove.mutateAsync({ id })}
      refresh={() => client.invalidateQueries(alertChannels.pathFilter())}
    />
  );
}
