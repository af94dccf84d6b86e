"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { CountrySelect } from "@/app/ui/country-select";
import { useLazyMenu } from "@/app/ui/lazy-menu";
import { useZone } from "@/app/ui/zone";
import { useFilterCounts } from "../p/[producer]/scans/filter-counts";
import { NO_COUNTRY, startOf } from "../p/[producer]/scans/filters";
import { PRESETS } from "./preset-range";
import type { StatsFilters } from "./range";
import classes from "./range-bar.module.css";
import { useStatsScope } from "./scope";

const load = () => import("./own-days");

const isPreset = (value: string) => PRESETS.find((preset) => preset === value);

/** Filters for the time range and the country. */
export function RangeBar({ filters, setFilters, isOwn, preset }: StatsFilters) {
  const t = useTranslations("overview.range");
  const { of } = useStatsScope();
  const { countries } = useFilterCounts(of === "all");
  return (
    <search className={classes.bar} aria-label={t("label")}>
      <SegmentedControl
        size="sm"
        aria-label={t("time")}
        classNames={{ root: classes.presets ?? "", label: classes.preset ?? "" }}
        data={PRESETS.map((value) => ({ value, label: t(value) }))}
        // With a custom range no preset is selected.
        value={isOwn ? "" : preset}
        onChange={(value) => {
          const range = isPreset(value);
          if (range) void setFilters({ range, from: null, to: null });
        }}
      />
      <OwnRange filters={filters} setFilters={setFilters} />
      <CountrySelect
        size="sm"
        aria-label={t("country")}
        placeholder={t("allCountries")}
        nothingFoundMessage={t("noCountry")}
        counted={countries}
        none={{ value: NO_COUNTRY, label: t("unknownCountry") }}
        value={filters.country}
        onChange={(country) => setFilters({ country })}
        className={classes.country ?? ""}
      />
    </search>
  );
}

/** Button of the custom range; both days are included. */
function OwnRange({ filters, setFilters }: Pick<StatsFilters, "filters" | "setFilters">) {
  const t = useTranslations("overview.range");
  const format = useFormatter();
  const zone = useZone();
  const { button, frame, Loaded } = useLazyMenu(load, useState(false), "dialog");
  const { from, to } = filters;
  const shown = (day: string | null) => {
    const start = startOf(zone, day);
    return start === undefined
      ? "…"
      : format.dateTime(new Date(start), { day: "numeric", month: "short", year: "numeric" });
  };
  return (
    <>
      <Button size="sm" variant={from || to ? "light" : "default"} {...button}>
        {from || to ? `${shown(from)} – ${to ? shown(to) : t("today")}` : t("own")}
      </Button>
      {Loaded && <Loaded frame={frame} filters={filters} setFilters={setFilters} />}
    </>
  );
}
