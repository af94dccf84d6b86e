"use client";

import { Select, type SelectProps } from "@mantine/core";
import { useFormatter, useTranslations } from "use-intl";
import { useCountries, useCountryName } from "./country";
import classes from "./country-select.module.css";
import { matchingOptions } from "./matching";

/**
 * Dropdown wider than a narrow field, so that options and counts fit on one line. It is rendered when it opens: hidden
 * dropdowns take longer than the rows of the list below.
 */
export const WIDE_CHOICES = {
  comboboxProps: { width: "max-content", position: "bottom-start", keepMounted: false },
  classNames: { dropdown: classes.wide ?? "" },
} as const;

/** A filter value and its number of scans. */
export interface Counted {
  value: string;
  count: number;
}

interface CountrySelectProps extends Omit<SelectProps, "data" | "filter"> {
  /** Countries with scans, most scans first. */
  counted: readonly Counted[];
  /** Adds an option for scans without a country. */
  none?: { value: string; label: string };
}

/** Options of countries: those with scans first, with their counts. */
export function useCountryOptions({ counted, none }: Pick<CountrySelectProps, "counted" | "none">) {
  const t = useTranslations("common.list");
  const nameOf = useCountryName();
  const all = useCountries();
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const own = counted
    .filter(({ value }) => none !== undefined || value !== "ZZ")
    .map(({ value }) => ({ value, label: value === none?.value ? none.label : nameOf(value) }));
  const others = [...all, ...(none ? [none] : [])].filter(({ value }) => !counts.has(value));
  return {
    data:
      own.length === 0
        ? others
        : [
            { group: t("counted"), items: own },
            { group: t("others"), items: others },
          ],
    countOf: (value: string) => counts.get(value),
  };
}

/** Selects a country by name fragment or code. */
export function CountrySelect({ counted, none, ...props }: CountrySelectProps) {
  const { data, countOf } = useCountryOptions({ counted, ...(none ? { none } : {}) });
  return (
    <Select
      {...WIDE_CHOICES}
      {...props}
      searchable
      clearable
      data={data}
      filter={({ options, search }) => matchingOptions(options, search)}
      renderOption={({ option }) => <CountedOption {...option} count={countOf(option.value)} />}
    />
  );
}

/** Option with its count at the end of the line. */
export function CountedOption({ label, count }: { label: string; count: number | undefined }) {
  const format = useFormatter();
  return (
    <span style={{ display: "flex", flex: 1, gap: "1rem", justifyContent: "space-between" }}>
      <span>{label}</span>
      {count !== undefined && (
        <span style={{ color: "var(--mantine-color-dimmed)", fontVariantNumeric: "tabular-nums" }}>
          {format.number(count)}
        </span>
      )}
    </span>
  );
}
