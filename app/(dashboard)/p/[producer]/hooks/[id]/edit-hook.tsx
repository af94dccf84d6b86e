"use client";

import { JsonInput, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { EventField } from "../new/event-field";
import { objectOf } from "../object-of";
import type { ListedHook } from "../types";

/** Changes where a hook calls, for which events and with what data; its secret stays. */
export function EditHook({ hook, onClose }: { hook: ListedHook; onClose: () => void }) {
  const t = useTranslations("hooks");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const events = useRef<HTMLInputElement>(null);
  const data = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    initialValues: {
      url: hook.url,
      events: hook.events,
      data: Object.keys(hook.data).length === 0 ? "" : JSON.stringify(hook.data, null, 2),
    },
    validate: {
      events: (events) => (events.length === 0 ? t("create.chooseEvents") : null),
      data: (text) => (objectOf(text) === null ? t("create.dataFault") : null),
    },
  });
  const update = useMutation(
    trpc.hooks.update.mutationOptions({
      onSuccess: async () => {
        toast.done(t("edit.done"));
        onClose();
        await queryClient.invalidateQueries(trpc.hooks.pathFilter());
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(64rem, 100vw)"
      title={t("edit.title")}
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      <form
        onSubmit={form.onSubmit(
          ({ url, events, data }) => {
            setFailure(undefined);
            update.mutate({
              id: hook.id,
              url: url.trim(),
              events: events.join(","),
              data: objectOf(data) ?? {},
            });
          },
          (faults) => (faults.events ? events : data).current?.focus(),
        )}
      >
        <Stack>
          <span>{t("edit.secretStays")}</span>
          <TextInput
            type="url"
            label={t("create.url")}
            description={t("create.urlHint")}
            required
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps("url")}
          />
          <EventField
            of={hook.target.type}
            value={form.values.events}
            onChange={(chosen) => form.setFieldValue("events", chosen)}
            error={form.errors.events}
            inputRef={events}
          />
          <JsonInput
            ref={data}
            label={t("create.data")}
            description={t("create.dataHint")}
            autosize
            minRows={2}
            maxRows={12}
            formatOnBlur
            {...form.getInputProps("data")}
          />
          <DialogFoot failure={failure} busy={update.isPending} action={t("edit.save")} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
