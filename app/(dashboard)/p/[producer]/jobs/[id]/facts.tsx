"use client";

import { useTranslations } from "use-intl";
import { Facts } from "@/app/ui/facts";
import { IdCopy } from "@/app/ui/id-copy";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { useResultText } from "../texts";
import type { OpenedJob } from "../types";

/** Facts of a job. */
export function JobFacts({ job }: { job: OpenedJob }) {
  const t = useTranslations("jobs");
  const resultText = useResultText();
  const { batchId, hookId, importId, jobId, undoableUntil } = job;
  return (
    <Facts>
      <div>
        <dt>{t("facts.result")}</dt>
        <dd className="figures">
          {resultText(job)}
          {job.kind === "replay" && typeof hookId === "string" && (
            <div>
              <Link href={`/webhooks/${hookId}#deliveries`}>{t("facts.deliveries")}</Link>
            </div>
          )}
          {typeof importId === "string" && (
            <div>
              <Link href={`/imports/${importId}`}>{t("facts.import")}</Link>
            </div>
          )}
          {typeof jobId === "string" && (
            <div>
              <Link href={`/jobs/${jobId}`}>{t("facts.undone")}</Link>
            </div>
          )}
          {typeof batchId === "string" && (
            <div>
              <Link href={`/code-batches/${batchId}`}>{t("facts.codes")}</Link>
            </div>
          )}
        </dd>
      </div>
      {undoableUntil && (
        <div>
          <dt>{t("facts.undoableUntil")}</dt>
          <dd>
            <Moment at={undoableUntil} exact />
          </dd>
        </div>
      )}
      <div>
        <dt>{t("columns.by")}</dt>
        <dd>{job.actorType === "token" ? t("facts.token", { name: job.actorName }) : job.actorName}</dd>
      </div>
      <div>
        <dt>{t("columns.requested")}</dt>
        <dd>
          <Moment at={job.requestedAt} exact />
        </dd>
      </div>
      {job.endedAt && (
        <div>
          <dt>{t("facts.ended")}</dt>
          <dd>
            <Moment at={job.endedAt} exact />
          </dd>
        </div>
      )}
      <div>
        <dt>{t("facts.id")}</dt>
        <dd>
          <IdCopy id={job.id} what={t("facts.itsId")} />
        </dd>
      </div>
    </Facts>
  );
}
