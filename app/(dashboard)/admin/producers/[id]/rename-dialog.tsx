"use client";

import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

interface RenameDialogProps {
  producer: { id: string; name: string };
  onClose: () => void;
}

/** Gives a producer another name. */
export function RenameDialog({ producer: { id, name }, onClose }: RenameDialogProps) {
  const t = useTranslations("admin.producer.rename");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { name } });
  const rename = useMutation(
    trpc.admin.rename.mutationOptions({
      onSuccess: async () => {
        toast.done(t("done"));
        onClose();
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("title", { name })}
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined);
          rename.mutate({ producerId: id, ...values });
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
          <DialogFoot failure={failure} busy={rename.isPending} action={t("submit")} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
