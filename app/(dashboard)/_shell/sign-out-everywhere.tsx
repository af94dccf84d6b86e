"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { signOut } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";

/** Dialog that ends all sessions of the person, including this one. */
export default function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.everywhere");
  const endAll = useMutation(useTRPC().people.signOutEverywhere.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title")}
      action={t("action")}
      onConfirm={async () => {
        await endAll.mutateAsync();
        await signOut();
      }}
    >
      {t("text")}
    </ConfirmDialog>
  );
}
