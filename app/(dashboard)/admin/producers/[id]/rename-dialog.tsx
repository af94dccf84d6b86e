"use client";

import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { differencesOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Present } from "@/server/trpc/unless-stale";
import type { OneProducer } from "../types";

interface RenameDialogProps {
  producer: Pick<OneProducer, "id" | "name" | "versions">;
  onClose: () => void;
}

/** Form that renames a producer. */
export function RenameDialog({ producer: { id, name, versions }, onClose }: RenameDialogProps) {
  const t = useTranslations("admin.producer.rename");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  // The state when the dialog opened; refetches do not change it.
  const [opened, setOpened] = useState({ name, version: versions.name });
  const [present, setPresent] = useState<Present<{ name: string }>>();
  const form = useForm({ initialValues: { name } });
  const close = async () => {
    onClose();
    await queryClient.invalidateQueries(trpc.admin.pathFilter());
  };
  const rename = useMutation(
    trpc.admin.rename.mutationOptions({
      onSuccess: async (outcome) => {
        if ("present" in outcome) return setPresent(outcome.present);
        toast.done(t("done"));
        await close();
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  const save = (name: string, version: string) => {
    setFailure(undefined);
    rename.mutate({ producerId: id, name, version });
  };

  /** Continue from the saved state with the chosen value. */
  const resolve = async ({ state, version }: Present<{ name: string }>, taken: ReadonlySet<string>) => {
    setPresent(undefined);
    if (taken.has("name")) return close();
    setOpened({ name: state.name, version });
    save(form.values.name, version);
  };

  return (
    <Dialog opened onClose={onClose} title={t("title", { name: opened.name })}>
      <form onSubmit={form.onSubmit(({ name }) => save(name, opened.version))}>
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
          <DialogFoot failure={failure} busy={rename.isPending} action={t("submit")} onClose={onClose} />
        </Stack>
      </form>
      {present && (
        <ConflictDialog
          saved={present}
          differences={differencesOf<{ name: string }, "name">(
            { base: opened, mine: form.values, theirs: present.state },
            ["name"],
            (state, field) => state[field],
          )}
          show={() => ({ label: t("name"), mine: form.values.name, theirs: present.state.name })}
          onClose={() => setPresent(undefined)}
          onChoose={(taken) => void resolve(present, taken)}
        />
      )}
    </Dialog>
  );
}
