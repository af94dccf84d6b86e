"use client";

import { Progress, Skeleton } from "@mantine/core";
import { IconCheck, IconCircleDashed, IconFlag } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { StateMark } from "@/app/ui/state-mark";
import { Verdict, type VerdictName } from "@/app/ui/verdict";
import type { ScanAssessment, Suspicious } from "../types";
import classes from "./assessment.module.css";
import { toneOf } from "./conclusion";
import { useScanQueries } from "./places";
import { ReasonText } from "./reason-text";

const POLL_INTERVAL_MS = 2_000;

const ICONS = { good: IconCheck, attention: IconFlag, open: IconCircleDashed };

function Reasons({ assessment: { score, reasons, evidence } }: { assessment: Suspicious }) {
  const t = useTranslations("scans.assessment");
  const tReason = useTranslations("common.finding.reason");
  return (
    <>
      <div className={classes.score}>
        <span id="score">{t("score", { score })}</span>
        <Progress.Root size="sm" className={classes.bar ?? ""}>
          <Progress.Section value={score} color="var(--mantine-color-text)" aria-labelledby="score" />
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

function Conclusion({ verdict, assessment }: { verdict: VerdictName; assessment: ScanAssessment }) {
  const t = useTranslations("scans.assessment.conclusion");
  const { state } = assessment;
  const count = state === "suspicious" ? assessment.reasons.length : 0;
  const tone = toneOf(verdict, state);
  return (
    <p className={classes.conclusion} data-tone={tone}>
      <StateMark icon={ICONS[tone]}>{t(`${verdict}.${state}`, { count })}</StateMark>
    </p>
  );
}

/** Conclusion about a scan: the scanner's verdict and the service's findings, as one sentence and then one by one. */
export function Assessment({ id, verdict }: { id: string; verdict: VerdictName }) {
  const t = useTranslations("scans.assessment");
  const query = useQuery({
    ...useScanQueries(id).assessment,
    refetchInterval: ({ state: { data } }) => (data?.state === "pending" ? POLL_INTERVAL_MS : false),
  });
  const { data } = query;
  return (
    <section className={classes.card} aria-labelledby="assessment">
      <div className={classes.head}>
        <h2 id="assessment">{t("title")}</h2>
        <p>{t("lead")}</p>
      </div>
      {query.isError && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height="1.5rem" width="min(20rem, 100%)" mb="0.75rem" />}
      {data && <Conclusion verdict={verdict} assessment={data} />}
      <dl className={classes.parts}>
        <div>
          <dt>{t("verdict")}</dt>
          <dd>
            <Verdict of={verdict} />
          </dd>
        </div>
        <div>
          <dt>{t("findings")}</dt>
          <dd>
            {data?.state === "suspicious" ? (
              <Reasons assessment={data} />
            ) : (
              <span className={classes.dim}>
                {data?.state === "clear" ? t("none") : query.isError ? "–" : t("underWay")}
              </span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
