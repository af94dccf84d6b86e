"use client";

import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { useTRPC } from "@/app/ui/trpc";
import { DAY_MS, MINUTE_MS } from "@/server/core/time";
import { missedSince } from "./missed-since";
import { ReplayStarted } from "./replay-started";

/** Value for a `datetime-local` field: local time, to the minute. */
function localText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}

interface ReplayFailedProps {
  hookId: string;
  failingSince: Date | null;
  onClose: () => void;
}

/** Dialog that replays all undelivered events since a moment; shows their number first. */
export function ReplayFailed({ hookId, failingSince, onClose }: ReplayFailedProps) {
  const t = useTranslations("webhooks.resend");
  const tCommon = useTranslations("common");
  const failureText = useFailureText();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [since, setSince] = useState(() =>
    localText(failingSince ? missedSince(failingSince) : new Date(Date.now() - DAY_MS)),
  );
  const [fault, setFault] = useState<string>();
  const replay = useMutation(
    trpc.deliveries.replayFailed.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries(trpc.deliveries.pathFilter());
        void queryClient.invalidateQueries(trpc.jobs.pathFilter());
      },
    }),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = new Date(since).getTime();
    setFault(Number.isNaN(at) ? t("missing") : undefined);
    if (!Number.isNaN(at)) replay.mutate({ hookId, since: at });
  };

  return (
    <Dialog opened onClose={onClose} title={t("title")}>
      <form onSubmit={submit}>
        <Stack>
          <span>{t("text")}</span>
          <TextInput
            type="datetime-local"
            label={t("since")}
            required
            value={since}
            error={fault}
            onChange={(event) => setSince(event.currentTarget.value)}
          />
          <div role="status">
            {replay.isSuccess && (
              <Alert variant="outline" color="accent" icon={<IconCheck aria-hidden />}>
                <ReplayStarted job={replay.data} />
              </Alert>
            )}
          </div>
          <FormFailure>{replay.isError && failureText(replay.error)}</FormFailure>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {tCommon(replay.isSuccess ? "close" : "cancel")}
            </Button>
            {!replay.isSuccess && (
              <Button type="submit" loading={replay.isPending}>
                {t("action")}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
