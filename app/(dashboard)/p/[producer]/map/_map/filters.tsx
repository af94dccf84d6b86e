"use client";

import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useCountries } from "@/app/ui/country";
import { VERDICTS } from "../../scans/filters";
import { isDay } from "./days";
import classes from "./map.module.css";
import { type MapState, MODES, RANGES } from "./map-state";

const OWN_RANGE = "own";

/** What the map shows, of which scans, and of which days. */
export function MapFilters({ mapState: { state, setState, days, isFiltered } }: { mapState: MapState }) {
  const t = useTranslations("map.filters");
  const tVerdict = useTranslations("common.verdict");
  const tList = useTranslations("common.list");
  const countries = useCountries();
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
          <TextInput
            key={`${name}-${days[name]}`}
            type="date"
            label={t(name)}
            max="9999-12-31"
            defaultValue={days[name]}
            onBlur={({ currentTarget }) => chooseDay(name)(currentTarget.value)}
            onKeyDown={({ key, currentTarget }) => key === "Enter" && chooseDay(name)(currentTarget.value)}
          />
        ))}
      <Select
        label={t("verdict")}
        placeholder={t("any")}
        clearable
        data={VERDICTS.map((verdict) => ({ value: verdict, label: tVerdict(verdict) }))}
        value={state.verdict}
        onChange={(verdict) => void setState({ verdict })}
      />
      <Select
        label={t("country")}
        placeholder={t("any")}
        searchable
        clearable
        nothingFoundMessage={t("noCountry")}
        data={countries}
        value={state.country}
        onChange={(country) => void setState({ country })}
      />
      {isFiltered && (
        <Button
          className={classes.clear ?? ""}
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => void setState({ verdict: null, country: null })}
        >
          {tList("clearFilters")}
        </Button>
      )}
    </search>
  );
}
