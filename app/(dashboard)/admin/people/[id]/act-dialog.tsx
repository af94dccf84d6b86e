"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

export type PersonAction =
  | "makeAdmin"
  | "unmakeAdmin"
  | "disablePerson"
  | "enablePerson"
  | "signOutPerson"
  | "removeFactors";

interface PersonActionDialogProps {
  person: { id: string; name: string };
  action: PersonAction;
  onClose: () => void;
}

/** Confirmation before an account changes. */
export function PersonActionDialog({ person: { id, name }, action, onClose }: PersonActionDialogProps) {
  const t = useTranslations(`admin.person.${action}`);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation(trpc.admin[action].mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { name })}
      action={t("action")}
      danger={action === "disablePerson" || action === "unmakeAdmin" || action === "removeFactors"}
      onConfirm={async () => {
        await change.mutateAsync({ personId: id });
        toast.done(t("done", { name }));
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
      }}
    >
      {t("text")}
    </ConfirmDialog>
  );
}
