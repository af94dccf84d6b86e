"use client";

import { Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedRule } from "../types";

/** Switches the evaluation of a rule on or off. */
export function OnSwitch({ rule, disabled }: { rule: ListedRule; disabled: boolean }) {
  const t = useTranslations("alerts.rules");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { id, name } = rule;
  const change = useMutation(
    trpc.alerts.switchRule.mutationOptions({
      onSuccess: async (_, { isOn }) => {
        toast.done(t(isOn ? "enabled" : "disabled", { name }));
        await client.invalidateQueries(trpc.alerts.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  return (
    <Switch
      aria-label={t("onOf", { name })}
      checked={change.isPending ? change.variables.isOn : rule.isOn}
      disabled={disabled}
      onChange={(event) => change.mutate({ id, isOn: event.currentTarget.checked })}
    />
  );
}

/** Switches the mails of a rule's alerts on or off, for the signed-in person. */
export function MailSwitch({ rule, disabled }: { rule: ListedRule; disabled: boolean }) {
  const t = useTranslations("alerts.rules");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { id, name } = rule;
  const change = useMutation(
    trpc.alerts.watchRule.mutationOptions({
      onSuccess: async (_, { mailsMe }) => {
        toast.done(t(mailsMe ? "mailsOn" : "mailsOff", { name }));
        await client.invalidateQueries(trpc.alerts.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  return (
    <Switch
      aria-label={t("mailOf", { name })}
      checked={change.isPending ? change.variables.mailsMe : rule.mailsMe}
      disabled={disabled}
      onChange={(event) => change.mutate({ id, mailsMe: event.currentTarget.checked })}
    />
  );
}
