"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";
import { DeleteButton } from "../../_parts/delete-button";
import type { ListedRule } from "../../types";

export function DeleteRule({ rule: { id, name } }: { rule: ListedRule }) {
  const t = useTranslations("alerts");
  const { alerts } = useTRPC();
  const client = useQueryClient();
  const remove = useMutation(alerts.deleteRule.mutationOptions());
  return (
    <DeleteButton
      words={{
        action: t("form.delete"),
        title: t("remove.title"),
        text: t("remove.text", { name }),
        done: t("remove.done"),
      }}
      href="/alerts/rules"
      remove={() => remove.mutateAsync({ id })}
      refresh={() => client.invalidateQueries(alerts.rules.pathFilter())}
    />
  );
}
