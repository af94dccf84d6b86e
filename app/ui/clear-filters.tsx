"use client";

import { Button } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useTranslations } from "use-intl";

interface ClearFiltersProps {
  className?: string | undefined;
  onClear(): void;
}

/** Button below the filters of a list, shown while one is set. */
export function ClearFilters({ className = "", onClear }: ClearFiltersProps) {
  const t = useTranslations("common.list");
  return (
    <Button
      className={className}
      size="compact-sm"
      variant="subtle"
      leftSection={<IconFilterOff size={16} aria-hidden />}
      onClick={onClear}
    >
      {t("clearFilters")}
    </Button>
  );
}
