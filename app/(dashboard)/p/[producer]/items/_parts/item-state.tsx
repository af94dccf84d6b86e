"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl";

/** State of an item: active or invalidated. */
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
