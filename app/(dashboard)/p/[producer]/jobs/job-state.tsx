"use client";

import { IconBan, IconCircleCheck, IconCircleX, IconProgress } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";
import type { ListedJob } from "./types";

const LOOK_OF = {
  running: { icon: IconProgress, tone: "plain" },
  done: { icon: IconCircleCheck, tone: "good" },
  failed: { icon: IconCircleX, tone: "bad" },
  cancelled: { icon: IconBan, tone: "plain" },
} as const;

/** State of a job: running, done, failed or stopped. */
export function JobState({ of }: { of: ListedJob["state"] }) {
  const t = useTranslations("jobs.state");
  return <StateMark {...LOOK_OF[of]}>{t(of)}</StateMark>;
}
