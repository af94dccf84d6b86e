import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlayerPause } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";
import type { ListedDelivery } from "../types";

const LOOK_OF = {
  waiting: { icon: IconClock, tone: "plain" },
  delivered: { icon: IconCircleCheck, tone: "good" },
  failed: { icon: IconAlertTriangle, tone: "bad" },
  held: { icon: IconPlayerPause, tone: "bad" },
} as const;

export function DeliveryState({ of }: { of: ListedDelivery["state"] }) {
  const t = useTranslations("webhooks.delivery");
  return <StateMark {...LOOK_OF[of]}>{t(of)}</StateMark>;
}
