"use client";

import { Modal, NumberInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

const MIB = 1_048_576;
/** As much as the service takes. */
const MAX_MIB = 2 ** 30;

interface QuotaDialogProps {
  producer: { id: string; name: string; quota: number };
  onClose: () => void;
}

/** Sets how much space a producer may take. */
export function QuotaDialog({ producer: { id, name, quota }, onClose }: QuotaDialogProps) {
  const t = useTranslations("admin.producer.quota");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm<{ quota: number | string }>({ initialValues: { quota: Math.round(quota / MIB) } });
  const setQuota = useMutation(
    trpc.admin.setQuota.mutationOptions({
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
          setQuota.mutate({ producerId: id, quota: Number(values.quota) * MIB });
        })}
      >
        <Stack>
          <NumberInput
            label={t("size")}
            description={t("hint")}
            required
            min={0}
            max={MAX_MIB}
            allowDecimal={false}
            thousandSeparator=" "
            data-autofocus
            {...form.getInputProps("quota")}
          />
          <DialogFoot failure={failure} busy={setQuota.isPending} action={t("submit")} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
