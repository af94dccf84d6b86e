"use client";

import { IconBan, IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";

/** State of an item: active or invalidated. */
export function ItemState({ invalidated }: { invalidated: boolean }) {
  const t = useTranslations("items");
  return invalidated ? (
    <StateMark icon={IconBan}>{t("invalidated")}</StateMark>
  ) : (
    <StateMark icon={IconCircleCheck} tone="good">
      {t("active")}
    </StateMark>
  );
}
