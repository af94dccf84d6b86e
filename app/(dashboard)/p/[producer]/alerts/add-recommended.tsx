"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { isLocale } from "@/app/messages/locales";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

/** Button that adds the recommended rules to a producer without any. */
export function AddRecommended() {
  const t = useTranslations("alerts.recommended");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const locale = useLocale();
  const add = useMutation(
    trpc.alerts.addRecommendedRules.mutationOptions({
      onSuccess: async () => {
        toast.done(t("done"));
        await client.invalidateQueries(trpc.alerts.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  return (
    <Button
      variant="default"
      loading={add.isPending}
      onClick={() => add.mutate({ locale: isLocale(locale) ? locale : "en" })}
    >
      {t("add")}
    </Button>
  );
}
