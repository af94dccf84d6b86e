"use client";

import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { MAX_REASON_CHARACTERS } from "@/server/core/owning";

interface VoidDialogProps {
  identifier: string;
  /** Undefined while it is closed. */
  what: "ownership" | "code" | undefined;
  onClose: () => void;
}

/** Asks for the reason, and voids an ownership or a second code. */
export function VoidDialog({ identifier, what, onClose }: VoidDialogProps) {
  const t = useTranslations("items.ownership");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  useEffect(() => {
    if (what !== undefined) setReason("");
  }, [what]);
  const ownership = useMutation(trpc.ownership.voidOwnership.mutationOptions());
  const code = useMutation(trpc.ownership.voidSecondCode.mutationOptions());
  const words = what === "code" ? "voidCode" : "voidOwnership";
  return (
    <ConfirmDialog
      opened={what !== undefined}
      onClose={onClose}
      title={t(`${words}.ask`)}
      action={t(`${words}.open`)}
      danger
      isReady={reason.trim() !== ""}
      onConfirm={async () => {
        await (what === "code" ? code : ownership).mutateAsync({ identifier, reason });
        toast.done(t(`${words}.done`));
        await queryClient.invalidateQueries(trpc.ownership.pathFilter());
      }}
    >
      <p>{t(`${words}.text`)}</p>
      <TextInput
        label={t("reason")}
        description={t("reasonHint")}
        maxLength={MAX_REASON_CHARACTERS}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
