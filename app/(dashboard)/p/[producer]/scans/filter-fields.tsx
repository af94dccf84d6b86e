"use client";

import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { CountedOption, WIDE_CHOICES } from "@/app/ui/country-select";
import { DayInput } from "@/app/ui/day-input";
import { meantBy } from "@/app/ui/matching";
import { useTRPC } from "@/app/ui/trpc";

const DEBOUNCE_MS = 200;
const MAX_OFFERED = 12;
interface OneFilter {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Text that is typed but not yet applied; a new value replaces it. */
function useSettling(value: string | null) {
  const [typed, setTyped] = useState(value ?? "");
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value ?? "");
  }
  return [typed, setTyped] as const;
}

/** Text filter with suggestions; applied on selection or blur. */
export function TextFilter({
  label,
  any,
  value,
  onChange,
  counted,
  onTyped,
  ...others
}: OneFilter & {
  label: string;
  any: string;
  /** Suggestions, with their number of scans if known. */
  counted: readonly { value: string; count?: number }[];
  onTyped?: (typed: string) => void;
  "data-page-search"?: boolean;
}) {
  const [typed, setTyped] = useSettling(value);
  const known = counted.map(({ value }) => value);
  const settle = (text: string) => {
    const wanted = meantBy(text, known) || null;
    if (wanted !== value) onChange(wanted);
  };
  return (
    <Autocomplete
      label={label}
      placeholder={any}
      size="sm"
      maxLength={200}
      data={known}
      renderOption={({ option: { value } }) => (
        <CountedOption label={value} count={counted.find((one) => one.value === value)?.count} />
      )}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onTyped?.(text);
        if (text === "") settle("");
      }}
      onOptionSubmit={settle}
      onBlur={() => settle(typed)}
      onKeyDown={(event) => event.key === "Enter" && settle(typed)}
      clearable
      {...WIDE_CHOICES}
      {...others}
    />
  );
}

/** Filters by an item: identifier or fragment. */
export function ItemFilter({ value, onChange }: OneFilter) {
  const t = useTranslations("scans.filters");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    ...useTRPC().items.list.queryOptions({ filter: { search }, limit: MAX_OFFERED }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const offered = search === "" ? [] : (data?.entries ?? []).map(({ identifier }) => ({ value: identifier }));
  return (
    <TextFilter
      label={t("item")}
      any={t("anyItem")}
      value={value}
      onChange={onChange}
      counted={offered}
      onTyped={setTyped}
      data-page-search
    />
  );
}

/** Filters by a day; applied once the date is complete. */
export function DayFilter({ label, value, onChange }: OneFilter & { label: string }) {
  return <DayInput label={label} size="sm" value={value ?? ""} onChange={(day) => onChange(day || null)} />;
}

/** The part of a day that a link selected, in local time. */
export function Moments({ since, until }: { since: string | null; until: string | null }) {
  const t = useTranslations("scans.filters");
  const format = useFormatter();
  const timeText = (moment: string) =>
    format.dateTime(new Date(moment), { dateStyle: "medium", timeStyle: "short" });
  if (since && until) return t("between", { since: timeText(since), until: timeText(until) });
  return since ? t("since", { since: timeText(since) }) : t("until", { until: timeText(until ?? "") });
}
