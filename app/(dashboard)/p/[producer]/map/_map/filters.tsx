"use client";

import { SegmentedControl, Select } from "@mantine/core";
import { useTranslations } from "use-intl";
import { ClearFilters } from "@/app/ui/clear-filters";
import { CountrySelect } from "@/app/ui/country-select";
import { isDay } from "@/app/ui/day";
import { DayInput } from "@/app/ui/day-input";
import { VerdictSelect } from "@/app/ui/verdict-select";
import { GroupSelect } from "../../items/_parts/group-select";
import { useFilterCounts } from "../../scans/filter-counts";
import { RANGES } from "./days";
import classes from "./map.module.css";
import { type MapState, MODES, NO_FILTERS } from "./map-state";

const OWN_RANGE = "own";

/** Filters of the map: mode, scans and days. */
export function MapFilters({
  mapState: { state, setState, days, isFiltered },
  isOwn,
}: {
  mapState: MapState;
  isOwn: boolean;
}) {
  const t = useTranslations("map.filters");
  const { countries, verdicts } = useFilterCounts(!isOwn);
  const isOwnRange = state.from !== null || state.to !== null;
  const chooseRange = (value: string | null) => {
    const range = RANGES.find((range) => range === value);
    void setState(range ? { range, from: null, to: null, at: null } : { ...days, at: null });
  };
  const chooseDay = (name: "from" | "to") => (text: string) => {
    if (isDay(text)) void setState({ ...days, [name]: text, at: null });
  };
  return (
    <search className={classes.filters} aria-label={t("label")}>
      <SegmentedControl
        className={classes.modes ?? ""}
        aria-label={t("mode")}
        data={MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
        value={state.mode}
        onChange={(mode) => void setState({ mode: MODES.find((one) => one === mode) ?? "clusters" })}
      />
      <Select
        label={t("range")}
        allowDeselect={false}
        data={[
          ...RANGES.map((days) => ({ value: days, label: t("days", { count: Number(days) }) })),
          { value: OWN_RANGE, label: t("ownRange") },
        ]}
        value={isOwnRange ? OWN_RANGE : state.range}
        onChange={chooseRange}
      />
      {isOwnRange &&
        (["from", "to"] as const).map((name) => (
          <DayInput key={name} label={t(name)} value={days[name]} onChange={chooseDay(name)} />
        ))}
      <VerdictSelect
        label={t("verdict")}
        placeholder={t("any")}
        counts={verdicts}
        value={state.verdict}
        onChange={(verdict) => void setState({ verdict })}
      />
      <CountrySelect
        label={t("country")}
        placeholder={t("any")}
        nothingFoundMessage={t("noCountry")}
        counted={countries}
        value={state.country}
        onChange={(country) => void setState({ country })}
      />
      {isOwn && (
        <GroupSelect
          label={t("group")}
          placeholder={t("any")}
          value={state.group}
          onChange={(group) => void setState({ group })}
        />
      )}
      {isFiltered && <ClearFilters className={classes.clear} onClear={() => void setState(NO_FILTERS)} />}
    </search>
  );
}
