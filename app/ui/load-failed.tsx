"use client";

import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "./empty-state";
import { useFailureText } from "./failure";

/** Error of a failed load, with a retry button. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("errors");
  const failureText = useFailureText();
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={t("loadFailed")}
        action={
          <Button variant="default" onClick={onRetry}>
            {t("retry")}
          </Button>
        }
      >
        {failureText(error)}
      </EmptyState>
    </div>
  );
}
