"use client";

import { Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Dialog } from "@/app/ui/dialog";
import { useNowRoughly } from "@/app/ui/moment";
import { SecretOnce } from "@/app/ui/secret-once";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedHook } from "../types";

const SECRET_OVERLAP_MS = 24 * 3_600_000;

/** Dialog that rotates the secret of a webhook and shows the new one once. */
export function RotateSecret({ hook, onClose }: { hook: ListedHook; onClose: () => void }) {
  const t = useTranslations("webhooks.rotate");
  const tSecret = useTranslations("webhooks.create");
  const format = useFormatter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const now = useNowRoughly();
  const dropPrevious = (hook.previousSecretUntil?.getTime() ?? 0) > now;
  const [made, setMade] = useState<{ secret: string; until: Date }>();
  // The confirmation closes itself on success; the new secret must still be shown.
  const isMade = useRef(false);
  const rotate = useMutation(trpc.hooks.rotateSecret.mutationOptions());
  if (!made)
    return (
      <ConfirmDialog
        opened
        onClose={() => {
          if (!isMade.current) onClose();
        }}
        title={t("title")}
        action={t("action")}
        onConfirm={async () => {
          const { secret } = await rotate.mutateAsync({ id: hook.id, dropPrevious });
          void queryClient.invalidateQueries(trpc.hooks.pathFilter());
          isMade.current = true;
          setMade({ secret, until: new Date(Date.now() + SECRET_OVERLAP_MS) });
        }}
      >
        {t("text")}
        {dropPrevious && (
          <Text mt="sm" fw={600}>
            {t("dropsPrevious")}
          </Text>
        )}
      </ConfirmDialog>
    );
  return (
    <Dialog opened onClose={onClose} title={t("madeTitle")} isShownOnce>
      <Stack>
        <SecretOnce secret={made.secret} what={tSecret("signingSecret")} onKept={onClose} />
        <span>
          {t("madeText", { until: format.dateTime(made.until, { dateStyle: "medium", timeStyle: "short" }) })}
        </span>
      </Stack>
    </Dialog>
  );
}
