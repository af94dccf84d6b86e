"use client";

import { IconBell, IconBellOff, IconCircleCheck, IconEye } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";
import type { State } from "@/server/domain/alerts/schema";

const SHAPE_OF = {
  open: IconBell,
  acknowledged: IconEye,
  confirmed: IconCircleCheck,
  falseAlarm: IconBellOff,
};

/** State of an alert: open, acknowledged, confirmed or false alarm. */
export function AlertState({ of }: { of: State }) {
  const t = useTranslations("alerts.state");
  return (
    <StateMark icon={SHAPE_OF[of]} tone={of === "open" ? "bad" : of === "confirmed" ? "good" : "plain"}>
      {t(of)}
    </StateMark>
  );
}
