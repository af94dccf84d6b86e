"use client";

import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "../dialog-foot";
import { focusFirstFault, usePlaceFaults } from "../form";
import { useRouter } from "../link";
import { useCan } from "../signed-in";
import { useToast } from "../toast";
import { useTRPC } from "../trpc";
import type { AskedName } from "./asked";
import type { Views } from "./use-views";

interface ViewFormProps {
  asked: AskedName;
  views: Views;
  onClose: () => void;
}

/** Form for the name of a view; of a new one also, who sees it. */
export function ViewForm({ asked, views: { list, hrefOf }, onClose }: ViewFormProps) {
  const t = useTranslations("common.views");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const toast = useToast();
  const router = useRouter();
  const queryClient = useQueryClient();
  const placeFaults = usePlaceFaults();
  const canShare = useCan("editor");
  const [failure, setFailure] = useState<string>();
  const save = useMutation(trpc.views.save.mutationOptions());
  const update = useMutation(trpc.views.update.mutationOptions());
  const form = useForm({
    initialValues: { name: asked.kind === "rename" ? asked.view.name : "", isShared: false },
  });
  const submit = async ({ name, isShared }: { name: string; isShared: boolean }) => {
    setFailure(undefined);
    try {
      if (asked.kind === "rename") {
        const { id, version } = asked.view;
        await update.mutateAsync({ id, version, name });
        toast.done(t("renamed", { name: name.trim() }));
      } else {
        const { query } = asked;
        const { id } = await save.mutateAsync({ list, name, query, isShared });
        toast.done(t("saved", { name: name.trim() }));
        router.push(hrefOf({ id, query }));
      }
      onClose();
    } catch (error) {
      setFailure(placeFaults(form, error));
    }
    await queryClient.invalidateQueries(trpc.views.pathFilter());
  };
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstFault)}>
      <Stack>
        <TextInput
          label={t("name")}
          required
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("name")}
        />
        {asked.kind === "save" && canShare && (
          <Checkbox
            label={t("share")}
            description={t("shareHint")}
            {...form.getInputProps("isShared", { type: "checkbox" })}
          />
        )}
        <DialogFoot
          failure={failure}
          busy={save.isPending || update.isPending}
          action={asked.kind === "save" ? t("saveAction") : tCommon("save")}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
