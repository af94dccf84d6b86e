"use client";

import { Progress, Skeleton } from "@mantine/core";
import { IconCheck, IconFlag, IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { StateMark } from "@/app/ui/state-mark";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import classes from "./assessment.module.css";
import { ReasonText } from "./reason-text";

export type ScanAssessment = inferRouterOutputs<AppRouter>["scans"]["assessment"];
export type Suspicious = Extract<ScanAssessment, { state: "suspicious" }>;

const ASK_AGAIN_MS = 2_000;

function Reasons({ assessment: { score, reasons, evidence } }: { assessment: Suspicious }) {
  const t = useTranslations("scans.assessment");
  const tReason = useTranslations("common.suspicion.reason");
  return (
    <>
      <div className={classes.score}>
        <span id="score">{t("score", { score })}</span>
        <Progress.Root size="sm" className={classes.bar ?? ""}>
          <Progress.Section value={score} color="gray" aria-labelledby="score" />
        </Progress.Root>
      </div>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <StateMark icon={IconFlag}>
              <strong>{tReason(reason)}</strong>
            </StateMark>
            <p>
              <ReasonText reason={reason} evidence={evidence} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the service itself thinks of a scan, beside the verdict that came with it. */
export function Assessment({ id }: { id: string }) {
  const t = useTranslations("scans.assessment");
  const query = useQuery({
    ...useTRPC().scans.assessment.queryOptions({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === "pending" ? ASK_AGAIN_MS : false),
  });
  const { data } = query;
  return (
    <section className={classes.card} aria-labelledby="assessment">
      <div className={classes.head}>
        <h2 id="assessment">{t("title")}</h2>
        <p>{t("lead")}</p>
      </div>
      {query.isError && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height="1.5rem" width="min(20rem, 100%)" />}
      {data?.state === "pending" && <StateMark icon={IconHourglass}>{t("pending")}</StateMark>}
      {data?.state === "clear" && <StateMark icon={IconCheck}>{t("clear")}</StateMark>}
      {data?.state === "suspicious" && <Reasons assessment={data} />}
    </section>
  );
}
