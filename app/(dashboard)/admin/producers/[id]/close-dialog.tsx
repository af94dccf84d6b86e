"use client";

import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./producer.module.css";

interface CloseDialogProps {
  producer: { id: string; name: string };
  onClose: () => void;
}

/** Closes a producer for good; requires a reason and the typed name. */
export function CloseDialog({ producer: { id, name }, onClose }: CloseDialogProps) {
  const t = useTranslations("admin.producer.close");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [reason, setReason] = useState("");
  const close = useMutation(trpc.admin.close.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { name })}
      action={t("action")}
      word={name}
      danger
      onConfirm={async () => {
        await close.mutateAsync({ producerId: id, name, reason });
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
        toast.done(t("done", { name }));
      }}
    >
      <p className={classes.text}>{t("text")}</p>
      <TextInput
        label={t("reason")}
        description={t("reasonHint")}
        required
        maxLength={500}
        autoComplete="off"
        data-autofocus
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </ConfirmDialog>
  );
}
