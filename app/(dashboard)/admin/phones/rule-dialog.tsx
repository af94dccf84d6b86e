"use client";

import { Checkbox, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { mergedOf } from "@/app/ui/conflict";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import type { Conflict } from "@/app/ui/form-conflict";
import { entriesIn } from "@/app/ui/pasted-list";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { RuleConflict } from "./rule-conflict";
import { FIELDS, type PhoneRuleFields, type Rule } from "./types";

/** Form that adds a rule for an operating system or changes the given one. */
export function RuleDialog({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const t = useTranslations("admin.phones.form");
  return (
    <Dialog opened onClose={onClose} title={rule ? t("change", { os: rule.os }) : t("add")}>
      <RuleForm rule={rule} onClose={onClose} />
    </Dialog>
  );
}

const valuesOf = ({ minimumVersion, physicalOnly, unsupportedModels }: PhoneRuleFields) => ({
  minimumVersion,
  physicalOnly,
  unsupportedModels: unsupportedModels.join("\n"),
});

const NO_RULE: PhoneRuleFields = { minimumVersion: "", physicalOnly: true, unsupportedModels: [] };

function RuleForm({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const t = useTranslations("admin.phones.form");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const [opened, setOpened] = useState<{ state: PhoneRuleFields; version: string }>({
    state: rule ?? NO_RULE,
    version: rule?.version ?? "",
  });
  const [conflict, setConflict] = useState<Conflict<PhoneRuleFields>>();
  const form = useForm({ initialValues: { os: rule?.os ?? "", ...valuesOf(rule ?? NO_RULE) } });
  const onError = (error: unknown) => setFailure(placeFaults(form, error));
  const onSaved = async () => {
    await queryClient.invalidateQueries(trpc.admin.pathFilter());
    toast.done(t("done", { os: form.values.os }));
    onClose();
  };
  const add = useMutation(trpc.admin.addPhoneRule.mutationOptions({ onSuccess: onSaved, onError }));
  const change = useMutation(
    trpc.admin.changePhoneRule.mutationOptions({
      onSuccess: (outcome) => ("present" in outcome ? undefined : onSaved()),
      onError,
    }),
  );

  const send = (mine: PhoneRuleFields, { state, version }: typeof opened) => {
    setFailure(undefined);
    const { os } = form.values;
    if (!rule) return add.mutate({ ...mine, os });
    change.mutate(
      { ...mine, os, version },
      {
        onSuccess: (outcome) =>
          "present" in outcome && setConflict({ base: state, mine, present: outcome.present }),
      },
    );
  };

  /** Continue from the saved state with the chosen values. */
  const resolve = ({ mine, present }: Conflict<PhoneRuleFields>, taken: ReadonlySet<string>) => {
    const merged = mergedOf<PhoneRuleFields, keyof PhoneRuleFields>(mine, present.state, FIELDS, taken);
    setConflict(undefined);
    setOpened(present);
    form.setValues(valuesOf(merged));
    send(merged, present);
  };

  return (
    <form
      onSubmit={form.onSubmit(({ minimumVersion, physicalOnly, unsupportedModels }) =>
        send(
          {
            minimumVersion,
            physicalOnly,
            unsupportedModels: entriesIn(unsupportedModels, { commasWithin: true }),
          },
          opened,
        ),
      )}
    >
      <Stack>
        {!rule && (
          <TextInput
            label={t("os")}
            description={t("osHint")}
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps("os")}
          />
        )}
        <TextInput
          label={t("version")}
          description={t("versionHint")}
          required
          maxLength={40}
          autoComplete="off"
          inputMode="decimal"
          data-autofocus={rule ? true : undefined}
          {...form.getInputProps("minimumVersion")}
        />
        <Checkbox
          label={t("physicalOnly")}
          description={t("physicalHint")}
          {...form.getInputProps("physicalOnly", { type: "checkbox" })}
        />
        <Textarea
          label={t("models")}
          description={t("modelsHint")}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          {...form.getInputProps("unsupportedModels")}
        />
        <DialogFoot
          failure={failure}
          busy={add.isPending || change.isPending}
          action={tCommon("save")}
          onClose={onClose}
        />
      </Stack>
      {conflict && (
        <RuleConflict
          conflict={conflict}
          onClose={() => setConflict(undefined)}
          onChoose={(taken) => resolve(conflict, taken)}
        />
      )}
    </form>
  );
}
