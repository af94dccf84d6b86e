"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl";

/** Whether an item is active, or invalidated for good. */
export function StateBadge({ invalidated }: { invalidated: boolean }) {
  const t = useTranslations("items");
  return (
    <Badge
      variant="dot"
      size="md"
      color={invalidated ? "gray" : "accent"}
      styles={{ root: { textTransform: "none" } }}
    >
      {invalidated ? t("invalidated") : t("active")}
    </Badge>
  );
}
