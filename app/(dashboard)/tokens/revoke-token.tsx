"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useNowRoughly } from "@/app/ui/moment";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedToken } from "./types";

/** Ends a token or owner key for good, once that is meant. */
export function RevokeToken({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const t = useTranslations("tokens.confirm");
  const format = useFormatter();
  const now = useNowRoughly();
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
        void queryClient.invalidateQueries(trpc.tokens.pathFilter());
      }}
    >
      {t(kind === "ownerKey" ? "textKey" : "text")}{" "}
      {lastUsedAt
        ? t("used", { at: format.relativeTime(lastUsedAt, Math.max(now, lastUsedAt.getTime())) })
        : t("unused")}
    </ConfirmDialog>
  );
}
