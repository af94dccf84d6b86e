"use client";

import type { ComponentProps } from "react";
import { ChoiceSelect } from "./choice-select";
import { type Counted, CountedOption, useCountryOptions } from "./country-select";
import { matchingOptions } from "./matching";

interface CountryChoiceProps extends Omit<ComponentProps<typeof ChoiceSelect<string>>, "data" | "filter"> {
  /** Countries with scans, most scans first. */
  counted: readonly Counted[];
  /** The option for scans without a country. */
  none: { value: string; label: string };
}

/** Filters by countries, found by name fragment or code. */
export function CountryChoice({ counted, none, ...props }: CountryChoiceProps) {
  const { data, countOf } = useCountryOptions({ counted, none });
  return (
    <ChoiceSelect
      {...props}
      searchable
      data={data}
      filter={({ options, search }) => matchingOptions(options, search)}
      renderOption={({ option }) => <CountedOption label={option.label} count={countOf(option.value)} />}
    />
  );
}
