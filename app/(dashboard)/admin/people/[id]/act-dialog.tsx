"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

export type PersonAct = "makeAdmin" | "unmakeAdmin" | "disablePerson" | "enablePerson" | "signOutPerson";

interface PersonActDialogProps {
  person: { id: string; name: string };
  act: PersonAct;
  onClose: () => void;
}

/** Asks before an account is changed. */
export function PersonActDialog({ person: { id, name }, act, onClose }: PersonActDialogProps) {
  const t = useTranslations(`admin.person.${act}`);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation(trpc.admin[act].mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { name })}
      action={t("action")}
      danger={act === "disablePerson" || act === "unmakeAdmin"}
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
