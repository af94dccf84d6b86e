"use client";

import { Checkbox, NativeSelect } from "@mantine/core";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsDay, parseAsFlag, parseAsIdOr } from "@/app/ui/address-parsers";
import { parseAsChoice } from "@/app/ui/choice";
import { ClearFilters } from "@/app/ui/clear-filters";
import { DayInput } from "@/app/ui/day-input";
import { FilterFold } from "@/app/ui/filter-fold";
import { SearchInput } from "@/app/ui/search-input";
import { useZone } from "@/app/ui/zone";
import { startOfDay } from "@/app/ui/zoned-day";
import { GroupChoice } from "./_parts/group-choice";
import classes from "./items.module.css";

const STATES = ["active", "invalidated"] as const;
const MAX_SEARCH_CHARACTERS = 200;

const FILTERS = {
  q: parseAsString.withDefault(""),
  state: parseAsStringLiteral(STATES),
  group: parseAsChoice(parseAsIdOr("none")),
  fakes: parseAsFlag.withDefault(false),
  from: parseAsDay,
  to: parseAsDay,
};

/** Filters of the list, kept in the address. */
export function useItemFilters() {
  const [filters, set] = useAddressFilters(FILTERS);
  const zone = useZone();
  const { q, state, group, fakes, from, to } = filters;
  const search = q.trim().slice(0, MAX_SEARCH_CHARACTERS);
  return {
    filters,
    set,
    clear: () => set(null),
    isFiltered: search !== "" || state !== null || group !== null || fakes || from !== null || to !== null,
    /** The filter in the shape of the procedure. */
    asked: {
      ...(search ? { search } : {}),
      ...(state ? { state } : {}),
      ...(group ? { group } : {}),
      ...(fakes ? { hasFakes: true } : {}),
      ...(from ? { createdFrom: Math.max(0, startOfDay(zone, from)) } : {}),
      ...(to ? { createdBefore: Math.max(0, startOfDay(zone, to, 1)) } : {}),
    },
  };
}

export function Filters({ filters, set, clear, isFiltered }: ReturnType<typeof useItemFilters>) {
  const t = useTranslations("items");
  const { state, group, fakes, from, to } = filters;
  const count = [state, group, fakes || null, from, to].filter((value) => value !== null).length;
  return (
    <search className={classes.filters} aria-label={t("filter.label")}>
      <SearchInput
        label={t("filter.search")}
        value={filters.q}
        onChange={(q) => set({ q })}
        className={classes.search}
      />
      <FilterFold count={count}>
        <div className={classes.fields}>
          <NativeSelect
            aria-label={t("filter.state")}
            value={filters.state ?? ""}
            onChange={({ currentTarget: { value } }) =>
              set({ state: STATES.find((state) => state === value) ?? null })
            }
            data={[
              { value: "", label: t("filter.anyState") },
              { value: "active", label: t("active") },
              { value: "invalidated", label: t("invalidated") },
            ]}
          />
          <div className={classes.group}>
            <GroupChoice
              label={t("group")}
              hideLabel
              placeholder={t("filter.anyGroup")}
              none={t("filter.noGroup")}
              value={filters.group}
              onChange={(group) => set({ group })}
            />
          </div>
          <DayInput
            aria-label={t("filter.from")}
            title={t("filter.from")}
            leftSection={<span className={classes.dateWord}>{t("filter.fromShort")}</span>}
            leftSectionWidth="3rem"
            className={classes.date}
            value={filters.from ?? ""}
            max={filters.to ?? undefined}
            onChange={(from) => set({ from: from || null })}
          />
          <DayInput
            aria-label={t("filter.to")}
            title={t("filter.to")}
            leftSection={<span className={classes.dateWord}>{t("filter.toShort")}</span>}
            leftSectionWidth="3rem"
            className={classes.date}
            value={filters.to ?? ""}
            min={filters.from ?? "1970-01-01"}
            onChange={(to) => set({ to: to || null })}
          />
          <Checkbox
            label={t("filter.fakes")}
            checked={filters.fakes}
            onChange={(event) => set({ fakes: event.currentTarget.checked || null })}
            className={classes.fakes}
          />
        </div>
      </FilterFold>
      {isFiltered && <ClearFilters onClear={clear} />}
    </search>
  );
}
