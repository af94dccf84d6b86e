"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Subject } from "@/server/domain/privacy/schema";

interface EraseDialogProps {
  opened: boolean;
  onClose: () => void;
  subject: Subject;
  isEverywhere?: boolean;
  /** Number of scans to erase; with `hasMore` a lower bound. */
  count: number;
  hasMore?: boolean;
}

/** Shows what is erased and what stays, and erases after a confirmation. Needs the messages of `privacy`. */
export function EraseDialog({ opened, onClose, subject, isEverywhere, count, hasMore }: EraseDialogProps) {
  const t = useTranslations("privacy.erase");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const erase = useMutation(
    (isEverywhere ? trpc.privacy.eraseEverywhere : trpc.privacy.erase).mutationOptions(),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("ask")}
      action={t("action")}
      word={t("word")}
      danger
      onConfirm={async () => {
        const { isDone } = await erase.mutateAsync(subject);
        toast.done(t(isDone ? "done" : "begun"));
        await queryClient.invalidateQueries(trpc.pathFilter());
      }}
    >
      <p>{t(hasMore ? "manyScans" : "scans", { count })}</p>
      <p>{t("consequences")}</p>
    </ConfirmDialog>
  );
}
