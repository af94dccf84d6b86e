"use client";

import { Checkbox, NativeSelect } from "@mantine/core";
import { parseAsNumberLiteral, parseAsString, parseAsStringLiteral } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsFlag } from "@/app/ui/address-parsers";
import { ClearFilters } from "@/app/ui/clear-filters";
import { useNowRoughly } from "@/app/ui/moment";
import { SearchInput } from "@/app/ui/search-input";
import { DAY_MS } from "@/server/core/time";
import { useTimedScansHref } from "../../p/[producer]/scans/hrefs";
import classes from "./producers.module.css";

const STATES = ["active", "suspended"] as const;
export const DAYS = [7, 30, 90, 365] as const;

export const parseAsDays = parseAsNumberLiteral(DAYS).withDefault(30);

const FILTERS = {
  q: parseAsString.withDefault(""),
  days: parseAsDays,
  state: parseAsStringLiteral(STATES),
  enough: parseAsFlag.withDefault(false),
};

/** Filters of the list, kept in the address. */
export function useProducerFilters() {
  const [filters, set] = useAddressFilters(FILTERS);
  const { q, days, state, enough } = filters;
  const search = q.trim();
  return {
    filters,
    set,
    clear: () => set({ q: null, state: null, enough: null }),
    isFiltered: search !== "" || state !== null || enough,
    asked: { days, enough, ...(search ? { search } : {}), ...(state ? { state } : {}) },
  };
}

/** Builds links to a producer's scans of the last `days` UTC days, for one verdict or all. */
export function useCountedHref(days: number): (producer: string, verdict?: string) => string {
  const hrefOf = useTimedScansHref("/admin/scans");
  const today = Math.floor(useNowRoughly() / DAY_MS) * DAY_MS;
  return (producer, verdict) => hrefOf({ from: today - (days - 1) * DAY_MS }, { producer, verdict });
}

/** Selects the number of days that the figures cover. */
export function DaysSelect({
  value,
  onChange,
}: {
  value: (typeof DAYS)[number];
  onChange: (days: (typeof DAYS)[number]) => void;
}) {
  const t = useTranslations("admin.producers");
  return (
    <NativeSelect
      aria-label={t("range")}
      value={value}
      onChange={({ currentTarget }) =>
        onChange(DAYS.find((days) => days === Number(currentTarget.value)) ?? 30)
      }
      data={DAYS.map((days) => ({ value: String(days), label: t("days", { days }) }))}
    />
  );
}

export function Filters({ filters, set, clear, isFiltered }: ReturnType<typeof useProducerFilters>) {
  const t = useTranslations("admin.producers");
  return (
    <search className={classes.filters} aria-label={t("filters")}>
      <SearchInput
        label={t("search")}
        value={filters.q}
        onChange={(q) => set({ q })}
        className={classes.search}
      />
      <DaysSelect value={filters.days} onChange={(days) => set({ days })} />
      <NativeSelect
        aria-label={t("state")}
        value={filters.state ?? ""}
        onChange={({ currentTarget: { value } }) =>
          set({ state: STATES.find((state) => state === value) ?? null })
        }
        data={[
          { value: "", label: t("anyState") },
          ...STATES.map((state) => ({ value: state, label: t(`stateOf.${state}`) })),
        ]}
      />
      <Checkbox
        label={t("enough")}
        checked={filters.enough}
        onChange={(event) => set({ enough: event.currentTarget.checked || null })}
      />
      {isFiltered && <ClearFilters onClear={clear} />}
    </search>
  );
}
