"use client";

import { Button } from "@mantine/core";
import { IconArrowBackUp, IconBan, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { OpenedJob } from "../types";

/** Buttons that stop a running job, retry a failed one, or undo one that has ended. */
export function JobActions({ job: { id, state, undoableUntil } }: { job: OpenedJob }) {
  const t = useTranslations("jobs");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const refresh = () => client.invalidateQueries(trpc.jobs.pathFilter());
  const cancel = useMutation(trpc.jobs.cancel.mutationOptions());
  const retry = useMutation(trpc.jobs.retry.mutationOptions({ onSuccess: refresh, onError: toast.failed }));
  const undo = useMutation(
    trpc.jobs.undo.mutationOptions({
      onSuccess: async (undone) => {
        await client.invalidateQueries(trpc.pathFilter());
        router.push(`/jobs/${undone.id}`);
      },
      onError: toast.failed,
    }),
  );
  return (
    <>
      {state === "running" && (
        <Button
          variant="default"
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t("stop.button")}
        </Button>
      )}
      {state === "failed" && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id })}
        >
          {t("retry")}
        </Button>
      )}
      {undoableUntil && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={undo.isPending}
          onClick={() => undo.mutate({ id })}
        >
          {t("undo")}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("stop.ask")}
        action={t("stop.button")}
        danger
        onConfirm={async () => {
          const { state } = await cancel.mutateAsync({ id });
          if (state === "cancelled") toast.done(t("stop.done"));
          await refresh();
        }}
      >
        {t("stop.text")}
      </ConfirmDialog>
    </>
  );
}
