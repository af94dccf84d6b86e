"use client";

import { Alert, Button } from "@mantine/core";
import { useSearchParams } from "next/navigation";
import { useFormatter, useTranslations } from "use-intl";

type Parsers = Record<string, { parse(text: string): unknown }>;

interface UnknownFiltersProps {
  parsers: Parsers;
  /** Takes them out of the address. */
  onClear: (names: string[]) => void;
}

/** Says which values of the address are no filters of this list, so that nobody takes it for narrowed by them. */
export function UnknownFilters({ parsers, onClear }: UnknownFiltersProps) {
  const t = useTranslations("common.list");
  const format = useFormatter();
  const params = useSearchParams();
  const unknown = Object.entries(parsers).flatMap(([name, { parse }]) => {
    const text = params.get(name);
    return text && parse(text) === null ? [{ name, text }] : [];
  });
  if (unknown.length === 0) return null;
  return (
    <Alert color="yellow" my="sm" role="status">
      {t("unknownFilter", {
        count: unknown.length,
        filters: format.list(unknown.map(({ name, text }) => `${name}=${text.slice(0, 40)}`)),
      })}{" "}
      <Button variant="subtle" size="compact-sm" onClick={() => onClear(unknown.map(({ name }) => name))}>
        {t("removeUnknown")}
      </Button>
    </Alert>
  );
}
