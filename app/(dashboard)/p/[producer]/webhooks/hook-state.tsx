"use client";

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerPause,
  IconPlugConnectedX,
} from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import { useNowRoughly } from "@/app/ui/moment";
import { StateMark } from "@/app/ui/state-mark";
import { DAY_MS } from "@/server/core/time";
import type { ListedHook } from "./types";

/** Health of a webhook. */
export function HookState({
  hook,
}: {
  hook: Pick<ListedHook, "switchedOffAt" | "paused" | "failingSince" | "executed">;
}) {
  const t = useTranslations("webhooks.stateOf");
  const format = useFormatter();
  const now = useNowRoughly();
  if (hook.paused) return <StateMark icon={IconPlayerPause}>{t("paused")}</StateMark>;
  if (hook.switchedOffAt)
    return (
      <StateMark icon={IconPlugConnectedX} tone="bad">
        {t("off")}
      </StateMark>
    );
  if (hook.failingSince)
    return (
      <StateMark icon={IconAlertTriangle} tone="bad">
        <time
          dateTime={hook.failingSince.toISOString()}
          title={format.dateTime(hook.failingSince, { dateStyle: "medium", timeStyle: "medium" })}
          suppressHydrationWarning
        >
          {t("failing", { since: format.dateTime(hook.failingSince, sinceStyle(hook.failingSince, now)) })}
        </time>
      </StateMark>
    );
  if (hook.executed === 0) return <StateMark icon={IconCircleDashed}>{t("fresh")}</StateMark>;
  return (
    <StateMark icon={IconCircleCheck} tone="good">
      {t("healthy")}
    </StateMark>
  );
}

/** Format of a start time: the time if it is less than a day ago, else the date. */
const sinceStyle = (since: Date, now: number) =>
  now - since.getTime() < DAY_MS
    ? ({ hour: "2-digit", minute: "2-digit" } as const)
    : ({ dateStyle: "medium" } as const);
