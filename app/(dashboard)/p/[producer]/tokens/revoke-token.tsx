"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Moment } from "@/app/ui/moment";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedToken } from "./types";

interface RevokeTokenProps {
  token: ListedToken;
  onClose: () => void;
  /** Called after the token was revoked and its button left the list. */
  onRevoked: () => void;
}

/** Revokes a token or owner key for good, after a confirmation. */
export function RevokeToken({ token, onClose, onRevoked }: RevokeTokenProps) {
  const t = useTranslations("tokens.confirm");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const revoke = useMutation(trpc.tokens.revoke.mutationOptions());
  const { id, kind, name, lastUsedAt } = token;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { name })}
      action={t("action")}
      danger
      onConfirm={async () => {
        await revoke.mutateAsync({ id });
        toast.done(t("done", { name }));
        await queryClient.invalidateQueries(trpc.tokens.pathFilter());
        onRevoked();
      }}
    >
      {t(kind === "ownerKey" ? "textKey" : "text")}{" "}
      {lastUsedAt ? t.rich("used", { at: () => <Moment at={lastUsedAt} /> }) : t("unused")}
    </ConfirmDialog>
  );
}
