"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { choiceText, parseAsChoice } from "@/app/ui/choice";
import { ChoiceSelect } from "@/app/ui/choice-select";
import { ChoiceTags } from "@/app/ui/choice-tags";
import { ClearFilters } from "@/app/ui/clear-filters";
import { CountryChoice } from "@/app/ui/country-choice";
import { CountedOption } from "@/app/ui/country-select";
import { FilterFold } from "@/app/ui/filter-fold";
import { VerdictChoice } from "@/app/ui/verdict-choice";
import { GroupChoice } from "../items/_parts/group-choice";
import classes from "./filter-bar.module.css";
import { useFilterCounts } from "./filter-counts";
import { DayFilter, ItemFilter, Moments, TextFilter } from "./filter-fields";
import { FINDINGS, NO_COUNTRY, parseAsSystem, type ScanFilters } from "./filters";

/** Usual values; scanners may send any text. */
const USUAL_OS = [{ value: "android" }, { value: "ios" }];

interface FilterBarProps extends ScanFilters {
  /**
   * Producer filter of the list of all producers' scans. With it, items match by full identifier and the group filter
   * is hidden.
   */
  producer?: ReactNode;
}

/** Filters of the list; behind a button in narrow windows. */
export function FilterBar({ filters, setFilters, count, producer }: FilterBarProps) {
  const t = useTranslations("scans.filters");
  const tReason = useTranslations("common.finding.reason");
  const counts = useFilterCounts(producer !== undefined);
  const systems = counts.systems.length > 0 ? counts.systems.filter(({ value }) => value !== "") : USUAL_OS;
  return (
    <search className={classes.bar} aria-label={t("label")}>
      <FilterFold count={count}>
        <div className={classes.fields}>
          {producer}
          <VerdictChoice
            label={t("verdict")}
            placeholder={t("anyVerdict")}
            counts={counts.verdicts}
            value={filters.verdict}
            onChange={(verdict) => setFilters({ verdict })}
          />
          <ChoiceSelect
            label={t("assessment")}
            placeholder={t("anyAssessment")}
            data={FINDINGS.map((one) => ({
              value: one,
              label: one === "any" ? t("suspicious") : tReason(one),
            }))}
            value={filters.finding}
            onChange={(finding) => setFilters({ finding })}
          />
          <CountryChoice
            label={t("country")}
            placeholder={t("anyCountry")}
            nothingFoundMessage={t("noCountry")}
            counted={counts.countries}
            none={{ value: NO_COUNTRY, label: t("noCountryKnown") }}
            value={filters.country}
            onChange={(country) => setFilters({ country })}
          />
          {producer ? (
            <TextFilter
              label={t("item")}
              any={t("anyItem")}
              counted={[]}
              value={filters.item}
              onChange={(item) => setFilters({ item })}
            />
          ) : (
            <>
              <ItemFilter value={filters.item} onChange={(item) => setFilters({ item })} />
              <GroupChoice
                label={t("group")}
                placeholder={t("anyGroup")}
                none={t("inNoGroup")}
                value={filters.group}
                onChange={(group) => setFilters({ group })}
              />
            </>
          )}
          <ChoiceTags
            label={t("os")}
            placeholder={t("anyOs")}
            maxLength={200}
            data={systems.map(({ value }) => value)}
            renderOption={({ option: { value } }) => (
              <CountedOption label={value} count={counts.systems.find((one) => one.value === value)?.count} />
            )}
            value={filters.os}
            onChange={(os) => setFilters({ os: os && parseAsChoice(parseAsSystem).parse(choiceText(os)) })}
          />
          <DayFilter label={t("from")} value={filters.from} onChange={(from) => setFilters({ from })} />
          <DayFilter label={t("to")} value={filters.to} onChange={(to) => setFilters({ to })} />
        </div>
      </FilterFold>
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
      {count > 0 && <ClearFilters className={classes.clear} onClear={() => setFilters(null)} />}
    </search>
  );
}
