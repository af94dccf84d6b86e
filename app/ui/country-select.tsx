"use client";

import { Select, type SelectProps } from "@mantine/core";
import { useFormatter, useTranslations } from "use-intl";
import { useCountries, useCountryName } from "./country";
import classes from "./country-select.module.css";
import { matchingOptions } from "./matching";

/** Wider than a narrow field, so that choices and their counts fit on a line. */
export const WIDE_CHOICES = {
  comboboxProps: { width: "max-content", position: "bottom-start" },
  classNames: { dropdown: classes.wide ?? "" },
} as const;

/** How many scans a value of a filter has. */
export interface Counted {
  value: string;
  count: number;
}

interface CountrySelectProps extends Omit<SelectProps, "data" | "filter"> {
  /** The countries that there are scans of, most first. */
  counted: readonly Counted[];
  /** Also offers scans without a country, under this name. */
  none?: { value: string; label: string };
}

/** A country, found by any part of its name or by its code; those with scans first, with how many. */
export function CountrySelect({ counted, none, ...props }: CountrySelectProps) {
  const t = useTranslations("common.list");
  const nameOf = useCountryName();
  const all = useCountries();
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const own = counted
    .filter(({ value }) => none !== undefined || value !== "ZZ")
    .map(({ value }) => ({ value, label: value === none?.value ? none.label : nameOf(value) }));
  const others = [...all, ...(none ? [none] : [])].filter(({ value }) => !counts.has(value));
  const data =
    own.length === 0
      ? others
      : [
          { group: t("counted"), items: own },
          { group: t("others"), items: others },
        ];
  return (
    <Select
      {...WIDE_CHOICES}
      {...props}
      searchable
      clearable
      data={data}
      filter={({ options, search }) => matchingOptions(options, search)}
      renderOption={({ option }) => <CountedOption {...option} count={counts.get(option.value)} />}
    />
  );
}

/** A choice with its count at the end of the line. */
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
