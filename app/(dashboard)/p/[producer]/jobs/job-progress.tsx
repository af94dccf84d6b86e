"use client";

import { Progress } from "@mantine/core";
import { useTranslations } from "use-intl";
import classes from "./jobs.module.css";
import { useRemainingText } from "./texts";
import type { ListedJob } from "./types";

/** Progress of a job: a bar, the pieces that are done and the remaining time. `at` is the time of the job's newest answer. */
export function JobProgress({ job, at }: { job: ListedJob; at: number }) {
  const t = useTranslations("jobs");
  const remaining = useRemainingText(job, at);
  const { done, total } = job;
  return (
    <div className={classes.progress}>
      <Progress.Root size="md">
        {total === null ? (
          <Progress.Section value={100} striped animated withAria={false} />
        ) : (
          <Progress.Section
            value={total === 0 ? 100 : Math.min(100, (100 * done) / total)}
            aria-label={t("progress.label", { name: job.name })}
          />
        )}
      </Progress.Root>
      <span className={`${classes.dim} figures`}>
        {total === null ? t("progress.open", { done }) : t("progress.of", { done, total })}
        {remaining && ` · ${remaining}`}
      </span>
    </div>
  );
}
