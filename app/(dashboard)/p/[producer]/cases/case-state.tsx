"use client";

import {
  IconArchive,
  IconCircleCheck,
  IconCircleX,
  IconFolder,
  IconSearch,
  IconTransfer,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";
import type { State } from "@/server/domain/cases/schema";

export const SHAPE_OF = {
  new: IconFolder,
  investigating: IconSearch,
  confirmed: IconCircleCheck,
  dismissed: IconCircleX,
  handedOver: IconTransfer,
  closed: IconArchive,
} as const;

/** State of a case. */
export function CaseState({ of }: { of: State }) {
  const t = useTranslations("cases.state");
  return (
    <StateMark icon={SHAPE_OF[of]} tone={of === "new" ? "bad" : of === "confirmed" ? "good" : "plain"}>
      {t(of)}
    </StateMark>
  );
}
