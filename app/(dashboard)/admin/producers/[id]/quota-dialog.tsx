"use client";

import { NumberInput, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { OneProducer } from "./producer";

const GIB = 2 ** 30;
const MAX_GIB = 2 ** 20;

type Gib = number | string;

const bytesOf = (gib: Gib) => Math.round(Number(gib) * GIB);

/** Gives a producer other quotas. */
export function QuotaDialog({ producer, onClose }: { producer: OneProducer; onClose: () => void }) {
  const t = useTranslations("storage.change");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { fileQuota, recordQuota } = producer.storage;
  const [files, setFiles] = useState<Gib>(fileQuota / GIB);
  const [records, setRecords] = useState<Gib>(recordQuota / GIB);
  const setQuotas = useMutation(trpc.admin.setQuotas.mutationOptions());
  const field = { required: true, min: 0, max: MAX_GIB, decimalScale: 3, suffix: " GiB" };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { name: producer.name })}
      action={t("action")}
      onConfirm={async () => {
        await setQuotas.mutateAsync({
          producerId: producer.id,
          fileBytes: bytesOf(files),
          recordBytes: bytesOf(records),
        });
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
        toast.done(t("done"));
      }}
    >
      <Stack gap="md">
        <NumberInput
          label={t("files")}
          description={t("filesHint")}
          data-autofocus
          value={files}
          onChange={setFiles}
          {...field}
        />
        <NumberInput
          label={t("records")}
          description={t("recordsHint")}
          value={records}
          onChange={setRecords}
          {...field}
        />
      </Stack>
    </ConfirmDialog>
  );
}
