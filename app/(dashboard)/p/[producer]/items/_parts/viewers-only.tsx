"use client";

import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { useHasRole } from "@/app/ui/signed-in";

/** Instead of a form, for people who may look and change nothing. */
export function ViewersOnly() {
  const t = useTranslations("items.viewer");
  // Editors of a producer that is suspended are told why above every page.
  const isEditor = useHasRole("editor");
  return (
    <EmptyState icon={IconLock} title={t("title")}>
      {!isEditor && t("text")}
    </EmptyState>
  );
}
