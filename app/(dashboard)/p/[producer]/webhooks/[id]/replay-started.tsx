"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import type { AppRouter } from "@/server/trpc/root";

export type ReplayJob = inferRouterOutputs<AppRouter>["deliveries"]["replayFailed"];

export const replayedBy = ({ result }: ReplayJob): number => Number(result.replayed ?? 0);

/** The outcome of a replay, or a link to the job that continues it. */
export function ReplayStarted({ job }: { job: ReplayJob }) {
  const t = useTranslations("webhooks.resend");
  if (job.state === "done") return t("done", { count: replayedBy(job) });
  return (
    <>
      {t("started")} <Link href={`/jobs/${job.id}`}>{t("toJob")}</Link>
    </>
  );
}
