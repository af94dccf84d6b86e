"use client";

import type { ComponentProps } from "react";
import { ChoiceSelect } from "./choice-select";
import { CountedOption } from "./country-select";
import { matchingOptions } from "./matching";
import type { VerdictName } from "./verdict";
import { useVerdictOptions } from "./verdict-select";

interface VerdictChoiceProps
  extends Omit<ComponentProps<typeof ChoiceSelect<VerdictName>>, "data" | "filter" | "renderOption"> {
  /** Number of scans by verdict, once loaded. */
  counts: Record<VerdictName, number> | undefined;
}

/** Filters by verdicts, found by a fragment of their names; each option has its number of scans. */
export function VerdictChoice({ counts, ...props }: VerdictChoiceProps) {
  return (
    <ChoiceSelect<VerdictName>
      {...props}
      searchable
      data={useVerdictOptions()}
      filter={({ options, search }) => matchingOptions(options, search)}
      renderOption={({ option }) => <CountedOption label={option.label} count={counts?.[option.value]} />}
    />
  );
}
