"use client";

import { Checkbox, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { entriesIn } from "@/app/ui/pasted-list";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Rule } from "./phones";

/** Adds the rule of an operating system, or changes the one that is given. */
export function RuleDialog({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const t = useTranslations("admin.phones.form");
  const tCommon = useTranslations("common");
  return (
    <Modal
      opened
      onClose={onClose}
      title={rule ? t("change", { os: rule.os }) : t("add")}
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      <RuleForm rule={rule} onClose={onClose} />
    </Modal>
  );
}

function RuleForm({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const t = useTranslations("admin.phones.form");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    initialValues: {
      os: rule?.os ?? "",
      minimumVersion: rule?.minimumVersion ?? "",
      physicalOnly: rule?.physicalOnly ?? true,
      unsupportedModels: rule?.unsupportedModels.join("\n") ?? "",
    },
  });
  const how = {
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.admin.pathFilter());
      toast.done(t("done", { os: form.values.os }));
      onClose();
    },
    onError: (error: unknown) => setFailure(placeFaults(form, error)),
  };
  const add = useMutation(trpc.admin.addPhoneRule.mutationOptions(how));
  const change = useMutation(trpc.admin.changePhoneRule.mutationOptions(how));
  return (
    <form
      onSubmit={form.onSubmit(({ unsupportedModels, ...values }) => {
        setFailure(undefined);
        (rule ? change : add).mutate({
          ...values,
          unsupportedModels: entriesIn(unsupportedModels, { commasWithin: true }),
        });
      })}
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
    </form>
  );
}
