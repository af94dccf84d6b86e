"use client";

import { Alert } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "use-intl";

/** Above every page of a producer that is suspended: what that means, and why it is. */
export function Suspended({ reason }: { reason: string }) {
  const t = useTranslations("shell.suspended");
  return (
    <Alert variant="outline" color="red" mb="lg" icon={<IconLock aria-hidden />} title={t("title")}>
      {t("text")} {t("reason", { reason })}
    </Alert>
  );
}
