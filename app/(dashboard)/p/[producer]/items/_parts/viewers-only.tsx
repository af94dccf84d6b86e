"use client";

import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { useHasRole } from "@/app/ui/signed-in";

/** Replaces a form for people who may not edit. */
export function ViewersOnly() {
  const t = useTranslations("items.viewer");
  // For editors of a suspended producer, the notice above the page gives the reason.
  const isEditor = useHasRole("editor");
  return (
    <EmptyState icon={IconLock} title={t("title")}>
      {!isEditor && t("text")}
    </EmptyState>
  );
}
