"use client";

import { useState } from "react";
import { useMessages, useTranslations } from "use-intl";
import { MINUTE_MS } from "@/server/core/time";
import type { ListedJob } from "./types";

/** Formats the outcome of a job so far. */
export function useResultText(): (job: ListedJob) => string {
  const t = useTranslations("jobs.result");
  return ({ kind, done, result }) => {
    switch (kind) {
      case "groupDeletion":
        return t("groupDeletion", { count: done });
      case "replay":
        return t("replay", { count: Number(result.replayed ?? 0) });
      case "codeGeneration":
        return t("codeGeneration", {
          generated: Number(result.generated ?? 0),
          skipped: Number(result.skipped ?? 0),
        });
    }
  };
}

/** Formats the reason of a failed job, translated if the catalogue `errors` knows its code. */
export function useReasonText(): (job: ListedJob) => string {
  const t = useTranslations("jobs");
  const codes = new Map<string, string>(Object.entries(useMessages().errors.codes));
  return ({ error, errorCode }) => {
    if (errorCode === "internal") return t("internal");
    return codes.get(errorCode ?? "") ?? error ?? "";
  };
}

/**
 * Formats the remaining time of a running job, by its progress since the page first showed it; undefined until that is known.
 * `at` is the time of the job's newest answer.
 */
export function useRemainingText({ done, total, state }: ListedJob, at: number): string | undefined {
  const t = useTranslations("jobs");
  const [first] = useState({ done, at });
  const progress = done - first.done;
  if (state !== "running" || total === null || progress <= 0) return undefined;
  const minutes = (Math.max(0, total - done) * (at - first.at)) / progress / MINUTE_MS;
  return minutes < 1 ? t("remaining.seconds") : t("remaining.minutes", { count: Math.ceil(minutes) });
}
