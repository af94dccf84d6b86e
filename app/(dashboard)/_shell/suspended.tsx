"use client";

import { useTranslations } from "use-intl";
import { SuspendedAlert } from "@/app/ui/suspended-alert";

/** Above every page of a producer that is suspended: what that means, and why it is. */
export function Suspended({ reason }: { reason: string }) {
  const t = useTranslations("shell.suspended");
  return (
    <SuspendedAlert title={t("title")}>
      {t("text")} {t("reason", { reason })}
    </SuspendedAlert>
  );
}
