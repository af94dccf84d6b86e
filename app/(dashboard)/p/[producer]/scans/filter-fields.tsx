"use client";

import { Autocomplete, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";
import { DAY, NO_GROUP } from "./filters";

const TYPED_MS = 200;
const MOST_OFFERED = 12;
interface OneFilter {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** What is typed on the way to a value; another value takes its place. */
function useSettling(value: string | null) {
  const [typed, setTyped] = useState(value ?? "");
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value ?? "");
  }
  return [typed, setTyped] as const;
}

/** Text with suggestions that counts when it is chosen, or left. */
export function TextFilter({
  label,
  any,
  value,
  onChange,
  offered,
  onTyped,
  ...others
}: OneFilter & {
  label: string;
  any: string;
  offered: string[];
  onTyped?: (typed: string) => void;
  "data-page-search"?: boolean;
}) {
  const [typed, setTyped] = useSettling(value);
  const settle = (text: string) => {
    const wanted = text.trim() || null;
    if (wanted !== value) onChange(wanted);
  };
  return (
    <Autocomplete
      label={label}
      placeholder={any}
      size="sm"
      maxLength={200}
      data={offered}
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
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
      {...others}
    />
  );
}

/** An item, by its identifier or a part of it. */
export function ItemFilter({ value, onChange }: OneFilter) {
  const t = useTranslations("scans.filters");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPED_MS);
  const { data } = useQuery({
    ...useTRPC().items.list.queryOptions({ filter: { search }, limit: MOST_OFFERED }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const offered = search === "" ? [] : (data?.entries ?? []).map(({ identifier }) => identifier);
  return (
    <TextFilter
      label={t("item")}
      any={t("anyItem")}
      value={value}
      onChange={onChange}
      offered={offered}
      onTyped={setTyped}
      data-page-search
    />
  );
}

/** A group, by its title or a part of it; or none. */
export function GroupFilter({ value, onChange }: OneFilter) {
  const t = useTranslations("scans.filters");
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPED_MS);
  const { data } = useQuery({
    ...trpc.groups.list.queryOptions({ search, limit: MOST_OFFERED }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...trpc.groups.get.queryOptions({ id: value ?? "" }),
    enabled: value !== null && value !== NO_GROUP,
  });
  const nameOf = (id: string, title: string | null | undefined) => title || id;
  const none = { value: NO_GROUP, label: t("inNoGroup") };
  const found = (data?.entries ?? []).map(({ id, title }) => ({ value: id, label: nameOf(id, title) }));
  const offered = search === "" || value === NO_GROUP ? [none, ...found] : found;
  const isOffered = value === null || offered.some((one) => one.value === value);
  const own = value === null ? "" : value === NO_GROUP ? none.label : nameOf(value, chosen.data?.data.title);
  return (
    <Select
      label={t("group")}
      placeholder={t("anyGroup")}
      size="sm"
      searchable
      clearable
      filter={({ options }) => options}
      nothingFoundMessage={t("noGroup")}
      data={isOffered || value === null ? offered : [{ value, label: own }, ...offered]}
      value={value}
      onChange={onChange}
      onSearchChange={(text) => setTyped(text === own ? "" : text)}
    />
  );
}

/** A day that counts once its year is written in full: on the way to 2026 there are three other years. */
export function DayFilter({ label, value, onChange }: OneFilter & { label: string }) {
  const [typed, setTyped] = useSettling(value);
  return (
    <TextInput
      type="date"
      label={label}
      size="sm"
      max="9999-12-31"
      value={typed}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        if (text === "" || DAY.test(text)) onChange(text || null);
      }}
      onBlur={() => setTyped(value ?? "")}
    />
  );
}

/** The part of a day that a link meant, in the person's own time. */
export function Moments({ since, until }: { since: string | null; until: string | null }) {
  const t = useTranslations("scans.filters");
  const format = useFormatter();
  const told = (moment: string) =>
    format.dateTime(new Date(moment), { dateStyle: "medium", timeStyle: "short" });
  if (since && until) return t("between", { since: told(since), until: told(until) });
  return since ? t("since", { since: told(since) }) : t("until", { until: told(until ?? "") });
}
