"use client";

import { IconProgressCheck } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useTRPC } from "@/app/ui/trpc";
import { JobProgress } from "./job-progress";
import { JobState } from "./job-state";
import classes from "./jobs.module.css";
import { jobsQuery } from "./queries";
import { useKindText, useReasonText, useResultText } from "./texts";
import type { ListedJob } from "./types";

const POLL_INTERVAL_MS = 2_000;

/** Jobs of the producer, newest first; refetched while one is running. */
export function Jobs() {
  const t = useTranslations("jobs");
  const kindText = useKindText();
  const query = useInfiniteQuery({
    ...jobsQuery(useTRPC()),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ entries }) => entries.some(({ state }) => state === "running"))
        ? POLL_INTERVAL_MS
        : false,
  });
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={(job) => `${kindText(job)}: ${job.name}`}
        href={({ id }) => `/jobs/${id}`}
        empty={
          <EmptyState icon={IconProgressCheck} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "job",
            header: t("one"),
            width: "28%",
            cell: (job) => (
              <span className={classes.job}>
                {kindText(job)}
                <span className={classes.dim} title={job.name}>
                  {job.name}
                </span>
              </span>
            ),
          },
          {
            key: "state",
            header: t("columns.state"),
            width: "8rem",
            cell: ({ state }) => <JobState of={state} />,
          },
          {
            key: "progress",
            header: t("columns.progress"),
            cell: (job) => <Outcome job={job} at={query.dataUpdatedAt} />,
          },
          {
            key: "by",
            header: t("columns.by"),
            width: "11rem",
            from: "lg",
            cell: ({ actorName }) => actorName,
          },
          {
            key: "requested",
            header: t("columns.requested"),
            width: "9.5rem",
            cell: ({ requestedAt }) => <Moment at={requestedAt} />,
          },
        ]}
      />
    </>
  );
}

/** Progress of a running job, the reason of a failed one, the result of others. */
function Outcome({ job, at }: { job: ListedJob; at: number }) {
  const resultText = useResultText();
  const reasonText = useReasonText();
  if (job.state === "running") return <JobProgress job={job} at={at} />;
  return (
    <span className={classes.outcome}>{job.state === "failed" ? reasonText(job) : resultText(job)}</span>
  );
}
