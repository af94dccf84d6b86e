"use client";

import { Checkbox, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedHook } from "../types";
import { missedSince } from "./missed-since";
import { replayedBy } from "./replay-started";

/** Dialog that switches a webhook on again and optionally replays the missed events. */
export function SwitchOn({ hook, onClose }: { hook: ListedHook; onClose: () => void }) {
  const t = useTranslations("webhooks.off");
  const format = useFormatter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [alsoReplay, setAlsoReplay] = useState(true);
  // Kept in state: switching the webhook on clears the start of its failures.
  const [since] = useState(() => {
    const failingSince = hook.failingSince ?? hook.switchedOffAt;
    return failingSince && missedSince(failingSince);
  });
  const switchOn = useMutation(trpc.hooks.switchOn.mutationOptions());
  const replay = useMutation(trpc.deliveries.replayFailed.mutationOptions());

  const onConfirm = async () => {
    // After a failed replay a retry must not switch the webhook on again.
    if (!switchOn.isSuccess) await switchOn.mutateAsync({ id: hook.id });
    const replayed =
      alsoReplay && since ? await replay.mutateAsync({ hookId: hook.id, since: since.getTime() }) : undefined;
    void queryClient.invalidateQueries(trpc.hooks.pathFilter());
    void queryClient.invalidateQueries(trpc.deliveries.pathFilter());
    void queryClient.invalidateQueries(trpc.jobs.pathFilter());
    if (!replayed) toast.done(t("done"));
    else if (replayed.state === "done") toast.done(t("doneResent", { count: replayedBy(replayed) }));
    else toast.done(t("resending"));
  };

  return (
    <ConfirmDialog opened onClose={onClose} title={t("askTitle")} action={t("enable")} onConfirm={onConfirm}>
      <Stack>
        <span>{t("askText")}</span>
        {since && (
          <Checkbox
            label={t("alsoResend", {
              since: format.dateTime(since, { dateStyle: "medium", timeStyle: "short" }),
            })}
            checked={alsoReplay}
            onChange={(event) => setAlsoReplay(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
