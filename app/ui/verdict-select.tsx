"use client";

import { Select, type SelectProps } from "@mantine/core";
import { useTranslations } from "use-intl";
import { CountedOption, WIDE_CHOICES } from "./country-select";
import { matchingOptions } from "./matching";
import { VERDICTS, type VerdictName } from "./verdict";

interface VerdictSelectProps extends Omit<SelectProps<VerdictName>, "data" | "filter" | "renderOption"> {
  /** Number of scans by verdict, once loaded. */
  counts: Record<VerdictName, number> | undefined;
}

/** Options of verdicts. */
export function useVerdictOptions() {
  const t = useTranslations("common");
  const items = VERDICTS.map((value) => ({ value, label: t(`verdict.${value}`) }));
  return [{ group: t("list.counted"), items }];
}

/** Selects a verdict by a fragment of its name; each option has its number of scans. */
export function VerdictSelect({ counts, ...props }: VerdictSelectProps) {
  return (
    <Select
      {...WIDE_CHOICES}
      {...props}
      searchable
      clearable
      data={useVerdictOptions()}
      filter={({ options, search }) => matchingOptions(options, search)}
      renderOption={({ option }) => <CountedOption {...option} count={counts?.[option.value]} />}
    />
  );
}
