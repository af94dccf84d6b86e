"use client";

import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconProgressX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { JobProgress } from "../job-progress";
import { JobState } from "../job-state";
import classes from "../jobs.module.css";
import { jobQuery } from "../queries";
import { useKindText, useReasonText } from "../texts";
import type { OpenedJob } from "../types";
import { JobActions } from "./actions";
import { JobFacts } from "./facts";
import { JobRefusals } from "./refusals";

const POLL_INTERVAL_MS = 1_500;

/** Page of one job: its progress, its result or the reason of its failure. */
export function Job({ id }: { id: string }) {
  const t = useTranslations("jobs");
  const canEdit = useCan("editor");
  const kindText = useKindText();
  const query = useQuery({
    ...jobQuery(useTRPC(), id),
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? POLL_INTERVAL_MS : false),
  });
  const back = { href: "/jobs", label: t("title") };
  return (
    <Detail
      query={query}
      title={t("one")}
      back={back}
      missing={{
        icon: IconProgressX,
        title: t("missing.title"),
        text: t("missing.text"),
        as: { kind: "job", id },
      }}
      waiting={<Waiting heights={["3rem", "8rem"]} />}
    >
      {(job) => (
        <>
          <PageHeader
            title={kindText(job)}
            description={job.name}
            back={back}
            badges={<JobState of={job.state} />}
            actions={canEdit && <JobActions job={job} />}
          />
          <div className={classes.parts}>
            {job.state === "running" && (
              <div className={classes.running}>
                <JobProgress job={job} at={query.dataUpdatedAt} />
              </div>
            )}
            {job.state === "failed" && <Failed job={job} />}
            <JobFacts job={job} />
            <JobRefusals job={job} />
          </div>
        </>
      )}
    </Detail>
  );
}

function Failed({ job }: { job: OpenedJob }) {
  const t = useTranslations("jobs");
  const reasonText = useReasonText();
  return (
    <Alert
      color="red"
      variant="outline"
      classNames={{ label: classes.alarm ?? "", icon: classes.alarm ?? "" }}
      icon={<IconAlertTriangle aria-hidden />}
      title={reasonText(job)}
    >
      {t("failedText")}
    </Alert>
  );
}
