"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useToast } from "@/app/ui/toast";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";
import { useKindText, useReasonText, useResultText } from "./texts";
import type { ListedJob } from "./types";

const POLL_INTERVAL_MS = 1_500;

const isUndoable = ({ kind, action, result }: ListedJob) =>
  kind === "itemChange" && action !== "invalidate" && action !== "delete" && Number(result.changed) > 0;

/** Follows a requested job with toasts: its progress, its result, and an undo for a while. */
export function useJobToasts(): (job: ListedJob) => Promise<void> {
  const t = useTranslations("jobs");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const toast = useToast();
  const [kindText, resultText, reasonText] = [useKindText(), useResultText(), useReasonText()];
  const linkOf = ({ id }: ListedJob) => ({ href: `/jobs/${id}`, label: t("toast.view") });
  const refresh = () => queries.invalidateQueries(trpc.pathFilter());

  const untilEnded = async (id: string): Promise<ListedJob> => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      const job = await client.jobs.get.query({ id });
      if (job.state !== "running") return job;
    }
  };

  const tell = (job: ListedJob) => {
    if (job.state === "failed") toast.linked(reasonText(job), linkOf(job));
    else if (isUndoable(job))
      toast.undo(resultText(job), async () => follow(await client.jobs.undo.mutate({ id: job.id })));
    else if (job.result.refused) toast.linked(resultText(job), linkOf(job));
    else toast.done(resultText(job));
  };

  async function follow(job: ListedJob): Promise<void> {
    await refresh();
    if (job.state !== "running") return tell(job);
    const hide = toast.linked(t("toast.running", { kind: kindText(job) }), linkOf(job), true);
    // A lost connection is no news of the job: its page shows the rest.
    const ended = await untilEnded(job.id).catch(() => undefined);
    hide();
    if (!ended) return;
    await refresh();
    tell(ended);
  }
  return follow;
}
