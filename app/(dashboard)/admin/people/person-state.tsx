"use client";

import { IconCircleCheck, IconShieldCheck, IconUserOff } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";

/** Badges: disabled, admin. */
export function PersonState({ person }: { person: { isAdmin: boolean; disabledAt: Date | null } }) {
  const t = useTranslations("admin.people.states");
  if (person.disabledAt)
    return (
      <StateMark icon={IconUserOff} tone="bad">
        {t("disabled")}
      </StateMark>
    );
  if (person.isAdmin) return <StateMark icon={IconShieldCheck}>{t("admin")}</StateMark>;
  return (
    <StateMark icon={IconCircleCheck} tone="good">
      {t("active")}
    </StateMark>
  );
}
