"use client";

import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./producer.module.css";

interface SuspendDialogProps {
  producer: { id: string; name: string };
  action: "suspend" | "reactivate";
  onClose: () => void;
}

/** Suspends or resumes a producer; requires a reason. */
export function SuspendDialog({ producer: { id, name }, action, onClose }: SuspendDialogProps) {
  const t = useTranslations(`admin.producer.${action}`);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [reason, setReason] = useState("");
  const suspend = useMutation(trpc.admin.suspend.mutationOptions());
  const reactivate = useMutation(trpc.admin.reactivate.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { name })}
      action={t("action")}
      danger={action === "suspend"}
      onConfirm={async () => {
        await (action === "suspend" ? suspend : reactivate).mutateAsync({ producerId: id, reason });
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
