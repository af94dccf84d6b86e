"use client";

import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { useTRPC } from "@/app/ui/trpc";
import { type Made, MadeProducer } from "./made-producer";

/** Form that creates a producer, shows its secrets once and opens its page. */
export function NewProducer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("admin.producers.create");
  const [made, setMade] = useState<Made>();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={made ? t("madeTitle", { name: made.name }) : t("title")}
      size="lg"
      isShownOnce={Boolean(made)}
      withCloseButton={!made}
    >
      {made ? <MadeProducer made={made} /> : <NewProducerForm onClose={onClose} onMade={setMade} />}
    </Dialog>
  );
}

function NewProducerForm({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const t = useTranslations("admin.producers.create");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { name: "" } });
  const create = useMutation(
    trpc.producers.create.mutationOptions({
      onSuccess: (made, { name }) => {
        for (const { pathFilter } of [trpc.admin, trpc.producers])
          void queryClient.invalidateQueries(pathFilter());
        onMade({ ...made, name: name.trim() });
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined);
        create.mutate(values);
      })}
    >
      <Stack>
        <TextInput
          label={t("name")}
          description={t("nameHint")}
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("name")}
        />
        <DialogFoot failure={failure} busy={create.isPending} action={t("submit")} onClose={onClose} />
      </Stack>
    </form>
  );
}
