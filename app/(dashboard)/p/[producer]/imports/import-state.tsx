"use client";

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconListCheck,
  IconPlayerPause,
  IconProgress,
  IconUpload,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";
import type { ListedImport } from "./types";

/** The number of rows that an import has neither imported nor refused. */
export const waitingRows = ({ rows, created, changed, unchanged, refused }: ListedImport) =>
  rows - created - changed - unchanged - refused;

/** The step that an import has reached. */
export function stepOf(of: ListedImport) {
  const { state, job, checkedAt, created, changed, unchanged, refused } = of;
  if (state === "uploading") return "uploading";
  if (job?.state === "running") return job.kind === "import" ? "importing" : "checking";
  if (job?.state === "failed") return "failed";
  if (created + changed + unchanged > 0 || (job?.kind === "import" && job.state === "done")) {
    if (waitingRows(of) > 0) return "paused";
    return refused > 0 ? "refused" : "done";
  }
  return checkedAt ? "checked" : "settings";
}

export type Step = ReturnType<typeof stepOf>;

const LOOK_OF = {
  uploading: { icon: IconUpload, tone: "plain" },
  settings: { icon: IconListCheck, tone: "plain" },
  checking: { icon: IconProgress, tone: "plain" },
  checked: { icon: IconListCheck, tone: "plain" },
  importing: { icon: IconProgress, tone: "plain" },
  paused: { icon: IconPlayerPause, tone: "bad" },
  refused: { icon: IconAlertTriangle, tone: "bad" },
  done: { icon: IconCircleCheck, tone: "good" },
  failed: { icon: IconCircleX, tone: "bad" },
} as const;

/** State of an import. */
export function ImportState({ of }: { of: ListedImport }) {
  const t = useTranslations("imports.state");
  const step = stepOf(of);
  const count = step === "paused" ? waitingRows(of) : of.refused;
  return <StateMark {...LOOK_OF[step]}>{t(step, { count })}</StateMark>;
}
