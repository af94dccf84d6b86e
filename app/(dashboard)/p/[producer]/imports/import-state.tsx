"use client";

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconListCheck,
  IconProgress,
  IconUpload,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";
import type { ListedImport } from "./types";

/** The step that an import has reached. */
export function stepOf({ state, job, checkedAt, created, changed, unchanged, rows }: ListedImport) {
  if (state === "uploading") return "uploading";
  if (job?.state === "running") return job.kind === "import" ? "importing" : "checking";
  if (job?.state === "failed") return "failed";
  const done = created + changed + unchanged;
  if (done > 0 || (job?.kind === "import" && job.state === "done")) return done === rows ? "done" : "refused";
  return checkedAt ? "checked" : "settings";
}

export type Step = ReturnType<typeof stepOf>;

const LOOK_OF = {
  uploading: { icon: IconUpload, tone: "plain" },
  settings: { icon: IconListCheck, tone: "plain" },
  checking: { icon: IconProgress, tone: "plain" },
  checked: { icon: IconListCheck, tone: "plain" },
  importing: { icon: IconProgress, tone: "plain" },
  refused: { icon: IconAlertTriangle, tone: "bad" },
  done: { icon: IconCircleCheck, tone: "good" },
  failed: { icon: IconCircleX, tone: "bad" },
} as const;

/** State of an import. */
export function ImportState({ of }: { of: ListedImport }) {
  const t = useTranslations("imports.state");
  const step = stepOf(of);
  const left = of.rows - of.created - of.changed - of.unchanged;
  return <StateMark {...LOOK_OF[step]}>{t(step, { count: left })}</StateMark>;
}
