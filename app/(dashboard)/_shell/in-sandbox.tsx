"use client";

import { Alert } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { producerPath } from "@/app/ui/producer-pages";

/** Notice above every page of a sandbox, with the way back. */
export function InSandbox({ producerId }: { producerId: string }) {
  const t = useTranslations("shell.sandbox");
  return (
    <Alert variant="outline" color="gray" mb="lg" py="xs" icon={<IconFlask aria-hidden />}>
      {t("text")} <a href={producerPath(producerId, "/overview")}>{t("leave")}</a>
    </Alert>
  );
}
