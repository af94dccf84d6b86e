"use client";

import { Button } from "@mantine/core";
import { IconBug } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";

/** Replaces a page that failed; the shell stays. */
export default function PageFailed({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("errors");
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={IconBug}
        title={t("pageTitle")}
        action={
          <Button variant="default" onClick={reset}>
            {t("retry")}
          </Button>
        }
      >
        {t("pageText")}
      </EmptyState>
    </div>
  );
}
