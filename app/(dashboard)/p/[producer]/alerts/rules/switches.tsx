"use client";

import { Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useToast } from "@/app/ui/toast";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";
import type { ListedRule } from "../types";

interface RuleSwitchProps {
  label: string;
  isOn: boolean;
  disabled: boolean;
  change: (isOn: boolean) => Promise<unknown>;
  /** Confirmation of a change. */
  said: (isOn: boolean) => string;
}

function RuleSwitch({ label, isOn, disabled, change, said }: RuleSwitchProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: change,
    onSuccess: async (_, isOn) => {
      toast.done(said(isOn));
      await client.invalidateQueries(trpc.alerts.pathFilter());
    },
    onError: toast.failed,
  });
  return (
    <Switch
      aria-label={label}
      checked={isPending ? variables : isOn}
      disabled={disabled}
      onChange={(event) => mutate(event.currentTarget.checked)}
    />
  );
}

interface OfRule {
  rule: ListedRule;
  disabled: boolean;
}

/** Switches the evaluation of a rule on or off. */
export function OnSwitch({ rule: { id, name, isOn }, disabled }: OfRule) {
  const t = useTranslations("alerts.rules");
  const { alerts } = useTRPCClient();
  return (
    <RuleSwitch
      label={t("onOf", { name })}
      isOn={isOn}
      disabled={disabled}
      change={(isOn) => alerts.switchRule.mutate({ id, isOn })}
      said={(isOn) => t(isOn ? "enabled" : "disabled", { name })}
    />
  );
}

/** Switches the mails of a rule's alerts on or off, for the signed-in person. */
export function MailSwitch({ rule: { id, name, mailsMe }, disabled }: OfRule) {
  const t = useTranslations("alerts.rules");
  const { alerts } = useTRPCClient();
  return (
    <RuleSwitch
      label={t("mailOf", { name })}
      isOn={mailsMe}
      disabled={disabled}
      change={(mailsMe) => alerts.watchRule.mutate({ id, mailsMe })}
      said={(mailsMe) => t(mailsMe ? "mailsOn" : "mailsOff", { name })}
    />
  );
}
