"use client";

import { JsonInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { EventField } from "../new/event-field";
import { objectOf } from "../object-of";
import type { OpenedHook } from "../types";
import { type Conflict, HookConflict, type HookFields } from "./hook-conflict";

const valuesOf = ({ url, events, data }: HookFields) => ({
  url,
  events,
  data: Object.keys(data).length === 0 ? "" : JSON.stringify(data, null, 2),
});

/** Form that changes the endpoint URL, events and data of a webhook; the secret stays. */
export function EditHook({ hook, onClose }: { hook: OpenedHook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  // The state when the form opened; refetches do not change it.
  const [opened, setOpened] = useState<{ state: HookFields; version: string }>({
    state: hook,
    version: hook.version,
  });
  const [conflict, setConflict] = useState<Conflict>();
  const events = useRef<HTMLInputElement>(null);
  const data = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    initialValues: valuesOf(hook),
    validate: {
      events: (events) => (events.length === 0 ? t("create.chooseEvents") : null),
      data: (text) => (objectOf(text) === null ? t("create.dataFault") : null),
    },
  });
  const update = useMutation(
    trpc.hooks.update.mutationOptions({
      // The page shows what was saved, also if the dialog was closed meanwhile.
      onSuccess: (outcome) => {
        if ("present" in outcome) return;
        toast.done(t("edit.done"));
        void queryClient.invalidateQueries(trpc.hooks.pathFilter());
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  const send = (mine: HookFields, { state, version }: typeof opened) => {
    setFailure(undefined);
    const { url, events, data } = mine;
    update.mutate(
      { id: hook.id, url, events: events.join(","), data, version },
      {
        onSuccess: (outcome) =>
          "present" in outcome ? setConflict({ base: state, mine, present: outcome.present }) : onClose(),
      },
    );
  };

  /** Continue from the saved state with the chosen values. */
  const resolve = ({ present }: Conflict, merged: HookFields) => {
    setConflict(undefined);
    setOpened(present);
    form.setValues(valuesOf(merged));
    send(merged, present);
  };

  return (
    <Dialog opened onClose={onClose} size="min(64rem, 100vw)" title={t("edit.title")}>
      <form
        onSubmit={form.onSubmit(
          ({ url, events, data }) => send({ url: url.trim(), events, data: objectOf(data) ?? {} }, opened),
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
            {...form.getInputProps("data")}
          />
          <DialogFoot failure={failure} busy={update.isPending} action={t("edit.save")} onClose={onClose} />
        </Stack>
      </form>
      {conflict && (
        <HookConflict
          conflict={conflict}
          onClose={() => setConflict(undefined)}
          onChoose={(merged) => resolve(conflict, merged)}
        />
      )}
    </Dialog>
  );
}
