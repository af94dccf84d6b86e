"use client";

import { IconBuildingStore } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { PageHeader } from "@/app/ui/page-header";

/** Page for a person without a producer. */
export function NoProducer() {
  const t = useTranslations("shell.noProducer");
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState icon={IconBuildingStore} title={t("heading")}>
        {t("text")}
      </EmptyState>
    </>
  );
}
