"use client";

import { useState } from "react";
import { useMessages, useTranslations } from "use-intl";
import { isRecord } from "@/server/core/is-record";
import { MINUTE_MS } from "@/server/core/time";
import type { ListedJob } from "./types";

/** The rows of a job of an import, by their outcome. */
export const countsIn = (result: ListedJob["result"]) => ({
  new: Number(result.new ?? 0),
  changed: Number(result.changed ?? 0),
  unchanged: Number(result.unchanged ?? 0),
  refused: Number(result.refused ?? 0),
});

/** Names what a job does. */
export function useKindText(): (job: Pick<ListedJob, "kind" | "action">) => string {
  const t = useTranslations("jobs");
  return ({ kind, action }) => (action ? t(`action.${action}`) : t(`kind.${kind}`));
}

/** The number of pieces that a job left as they were, for a reason. */
const refusedIn = ({ result }: ListedJob): number =>
  isRecord(result.refused)
    ? Object.values(result.refused).reduce<number>((sum, count) => sum + Number(count), 0)
    : 0;

/** Formats the outcome of a job so far. */
export function useResultText(): (job: ListedJob) => string {
  const t = useTranslations("jobs.result");
  const done = ({ kind, action, done, result }: ListedJob) => {
    switch (kind) {
      case "groupDeletion":
        return t("groupDeletion", { count: done });
      case "groupsDeletion":
        return t("groupsDeletion", { count: Number(result.deleted ?? 0) });
      case "replay":
        return t("replay", { count: Number(result.replayed ?? 0) });
      case "importCheck":
      case "import":
        return t(kind, countsIn(result));
      case "itemChange":
        return t(action ?? "setTitle", { count: Number(result.changed ?? 0) });
      case "itemChangeUndo":
        return t("itemChangeUndo", { count: Number(result.changed ?? 0) });
      case "fileDeletion":
        return t("fileDeletion", { count: Number(result.deleted ?? 0) });
      case "codeGeneration":
        return t("codeGeneration", {
          generated: Number(result.generated ?? 0),
          skipped: Number(result.skipped ?? 0),
        });
      case "evidencePack":
        return t("evidencePack", { count: Math.max(0, done - 1) });
    }
  };
  return (job) => {
    const refused = refusedIn(job);
    return refused === 0 ? done(job) : t("withRefused", { done: done(job), count: refused });
  };
}

/** Formats the code of a refusal; undefined if no catalogue has it. */
export function useCodeText(): (code: string) => string | undefined {
  const { errors, jobs } = useMessages();
  const texts = new Map<string, string>([...Object.entries(errors.codes), ...Object.entries(jobs.codes)]);
  return (code) => texts.get(code);
}

/** Formats the reason of a failed job, translated if a catalogue has its code. */
export function useReasonText(): (job: ListedJob) => string {
  const t = useTranslations("jobs");
  const codeText = useCodeText();
  return ({ error, errorCode }) => {
    if (errorCode === "internal") return t("internal");
    return codeText(errorCode ?? "") ?? error ?? "";
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
