"use client";

import { useTranslations } from "use-intl";
import { SuspendedAlert } from "@/app/ui/suspended-alert";

/** Notice above every page of a suspended producer: the effect and the reason. */
export function Suspended({ reason }: { reason: string }) {
  const t = useTranslations("shell.suspended");
  return (
    <SuspendedAlert title={t("title")}>
      {t("text")} {t("reason", { reason })}
    </SuspendedAlert>
  );
}
