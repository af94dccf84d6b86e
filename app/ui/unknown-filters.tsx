"use client";

import { Alert, Button } from "@mantine/core";
import { useFormatter, useTranslations } from "use-intl";
import type { UnknownFilter } from "./unknown-in";

const MAX_CHARACTERS_SHOWN = 40;

interface UnknownFiltersProps {
  unknown: UnknownFilter[];
  /** Removes the unknown values from the address. */
  onClear: () => void;
}

/** Names the values of the address that are not filters of the page; the list is not filtered by them. */
export function UnknownFilters({ unknown, onClear }: UnknownFiltersProps) {
  const t = useTranslations("common.list");
  const format = useFormatter();
  return (
    <Alert color="yellow" mb="md" role="status">
      {t("unknownFilter", {
        count: unknown.length,
        filters: format.list(
          unknown.map(({ name, text }) => `${name}=${text.slice(0, MAX_CHARACTERS_SHOWN)}`),
        ),
      })}{" "}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {t("removeUnknown")}
      </Button>
    </Alert>
  );
}
