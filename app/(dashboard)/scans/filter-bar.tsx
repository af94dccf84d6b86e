"use client";

import { Autocomplete, Button, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconFilterOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useCountries } from "@/app/ui/country";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./filter-bar.module.css";
import { DAY, NO_COUNTRY, NO_GROUP, type ScanFilters, SUSPICIONS, VERDICTS } from "./filters";

const TYPED_MS = 200;
const MOST_OFFERED = 12;
/** What scanners mostly say; they may say anything. */
const USUAL_OS = ["android", "ios"];

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
function TextFilter({
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

function ItemFilter({ value, onChange }: OneFilter) {
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

function GroupFilter({ value, onChange }: OneFilter) {
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
function DayFilter({ label, value, onChange }: OneFilter & { label: string }) {
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
function Moments({ since, until }: { since: string | null; until: string | null }) {
  const t = useTranslations("scans.filters");
  const format = useFormatter();
  const told = (moment: string) =>
    format.dateTime(new Date(moment), { dateStyle: "medium", timeStyle: "short" });
  if (since && until) return t("between", { since: told(since), until: told(until) });
  return since ? t("since", { since: told(since) }) : t("until", { until: told(until ?? "") });
}

interface FilterBarProps extends ScanFilters {
  /** Of the scans of all producers: which one's. Items are then named in full, and groups left out. */
  producer?: ReactNode;
}

/** What the list is narrowed to; on narrow windows behind a button. */
export function FilterBar({ filters, setFilters, count, producer }: FilterBarProps) {
  const t = useTranslations("scans.filters");
  const tVerdict = useTranslations("common.verdict");
  const tReason = useTranslations("common.suspicion.reason");
  const tList = useTranslations("common.list");
  const countries = useCountries();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <search className={classes.bar} aria-label={t("label")}>
      <Button
        className={classes.toggle}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t("toggle", { count })}
      </Button>
      <div id={id} className={classes.fields} data-open={isOpen || undefined}>
        {producer}
        <Select
          label={t("verdict")}
          placeholder={t("anyVerdict")}
          size="sm"
          clearable
          data={VERDICTS.map((verdict) => ({ value: verdict, label: tVerdict(verdict) }))}
          value={filters.verdict}
          onChange={(verdict) => setFilters({ verdict })}
        />
        <Select
          label={t("assessment")}
          placeholder={t("anyAssessment")}
          size="sm"
          clearable
          data={SUSPICIONS.map((one) => ({
            value: one,
            label: one === "any" ? t("suspicious") : tReason(one),
          }))}
          value={filters.suspicious}
          onChange={(suspicious) => setFilters({ suspicious })}
          comboboxProps={{ width: "max-content", position: "bottom-start" }}
        />
        <Select
          label={t("country")}
          placeholder={t("anyCountry")}
          size="sm"
          searchable
          clearable
          nothingFoundMessage={t("noCountry")}
          data={[...countries, { value: NO_COUNTRY, label: t("noCountryKnown") }]}
          value={filters.country}
          onChange={(country) => setFilters({ country })}
        />
        {producer ? (
          <TextFilter
            label={t("item")}
            any={t("anyItem")}
            offered={[]}
            value={filters.item}
            onChange={(item) => setFilters({ item })}
          />
        ) : (
          <>
            <ItemFilter value={filters.item} onChange={(item) => setFilters({ item })} />
            <GroupFilter value={filters.group} onChange={(group) => setFilters({ group })} />
          </>
        )}
        <TextFilter
          label={t("os")}
          any={t("anyOs")}
          offered={USUAL_OS}
          value={filters.os}
          onChange={(os) => setFilters({ os })}
        />
        <DayFilter label={t("from")} value={filters.from} onChange={(from) => setFilters({ from })} />
        <DayFilter label={t("to")} value={filters.to} onChange={(to) => setFilters({ to })} />
      </div>
      {(filters.since || filters.until) && (
        <p className={classes.device}>
          <Moments since={filters.since} until={filters.until} />
          <Button size="compact-xs" variant="subtle" onClick={() => setFilters({ since: null, until: null })}>
            {t("anyTime")}
          </Button>
        </p>
      )}
      {filters.device && (
        <p className={classes.device}>
          {t("ofDevice")} <code>{filters.device.slice(0, 8)}…</code>
          <Button size="compact-xs" variant="subtle" onClick={() => setFilters({ device: null })}>
            {t("anyDevice")}
          </Button>
        </p>
      )}
      {filters.box && (
        <p className={classes.device}>
          {t("inBox")}
          <Button size="compact-xs" variant="subtle" onClick={() => setFilters({ box: null })}>
            {t("anywhere")}
          </Button>
        </p>
      )}
      {count > 0 && (
        <Button
          className={classes.clear}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => setFilters(null)}
        >
          {tList("clearFilters")}
        </Button>
      )}
    </search>
  );
}
