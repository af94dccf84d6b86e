"use client";

import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ClearFilters } from "@/app/ui/clear-filters";
import { FilterFold } from "@/app/ui/filter-fold";
import { useTRPC } from "@/app/ui/trpc";
import { CALL_METHODS, OUTCOMES } from "@/server/domain/api-calls/schema";
import classes from "../scans/filter-bar.module.css";
import { DayFilter, TextFilter } from "../scans/filter-fields";
import type { CallFilters } from "./filters";

/** The offered values, and the chosen one where newer calls do not have it. */
const withChosen = (offered: { value: string; label: string }[], chosen: string | null) =>
  chosen === null || offered.some(({ value }) => value === chosen)
    ? offered
    : [...offered, { value: chosen, label: chosen }];

/** Methods and paths are the same in every language. */
const untranslated: NonNullable<SelectProps["renderOption"]> = ({ option }) => (
  <span translate="no">{option.label}</span>
);

/** Filters of the request log; behind a button in narrow windows. */
export function FilterBar({ filters, setFilters, count }: CallFilters) {
  const t = useTranslations("requestLog.filters");
  const tOutcome = useTranslations("requestLog.outcome");
  const { data, refetch } = useQuery(useTRPC().requestLog.choices.queryOptions());
  const endpoints = (data?.endpoints ?? []).map((endpoint) => ({ value: endpoint, label: endpoint }));
  const tokens = (data?.tokens ?? []).map(({ id, name }) => ({ value: id, label: name || id }));
  const shared = { size: "sm", clearable: true, placeholder: t("any") } as const;
  return (
    <search className={classes.bar} aria-label={t("label")}>
      <FilterFold count={count}>
        <div className={classes.fields}>
          <Select
            {...shared}
            label={t("outcome")}
            clearButtonProps={{ "aria-label": t("clear", { filter: t("outcome") }) }}
            data={OUTCOMES.map((value) => ({ value, label: tOutcome(value) }))}
            value={filters.outcome}
            onChange={(value) => setFilters({ outcome: OUTCOMES.find((one) => one === value) ?? null })}
          />
          <Select
            {...shared}
            label={t("method")}
            renderOption={untranslated}
            clearButtonProps={{ "aria-label": t("clear", { filter: t("method") }) }}
            data={[...CALL_METHODS]}
            value={filters.method}
            onChange={(value) => setFilters({ method: CALL_METHODS.find((one) => one === value) ?? null })}
          />
          <Select
            {...shared}
            label={t("endpoint")}
            renderOption={untranslated}
            onDropdownOpen={() => void refetch()}
            clearButtonProps={{ "aria-label": t("clear", { filter: t("endpoint") }) }}
            data={withChosen(endpoints, filters.endpoint)}
            value={filters.endpoint}
            onChange={(endpoint) => setFilters({ endpoint })}
          />
          <Select
            {...shared}
            label={t("token")}
            onDropdownOpen={() => void refetch()}
            clearButtonProps={{ "aria-label": t("clear", { filter: t("token") }) }}
            data={withChosen(tokens, filters.token)}
            value={filters.token}
            onChange={(token) => setFilters({ token })}
          />
          <TextFilter
            label={t("request")}
            any={t("anyRequest")}
            counted={[]}
            value={filters.request}
            onChange={(request) => setFilters({ request })}
            data-page-search
          />
          <DayFilter label={t("from")} value={filters.from} onChange={(from) => setFilters({ from })} />
          <DayFilter label={t("to")} value={filters.to} onChange={(to) => setFilters({ to })} />
        </div>
      </FilterFold>
      {count > 0 && <ClearFilters className={classes.clear} onClear={() => setFilters(null)} />}
    </search>
  );
}
