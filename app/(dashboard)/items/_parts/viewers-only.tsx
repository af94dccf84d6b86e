"use client";

import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";

/** Instead of a form, for people who may look and change nothing. */
export function ViewersOnly() {
  const t = useTranslations("items.viewer");
  return (
    <EmptyState icon={IconLock} title={t("title")}>
      {t("text")}
    </EmptyState>
  );
}
