"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { CountrySelect } from "@/app/ui/country-select";
import { useLazyMenu } from "@/app/ui/lazy-menu";
import { useNowRoughly } from "@/app/ui/moment";
import { HOUR_MS } from "@/server/core/time";
import { useFilterCounts } from "../p/[producer]/scans/filter-counts";
import { NO_COUNTRY } from "../p/[producer]/scans/filters";
import { PRESETS } from "./preset-range";
import type { StatsFilters } from "./range";
import classes from "./range-bar.module.css";
import { useStatsScope } from "./scope";

const load = () => import("./own-days");

const isPreset = (value: string) => PRESETS.find((preset) => preset === value);

/** Filters for the time range and the country. */
export function RangeBar({ filters, setFilters, range, isOwn, preset }: StatsFilters) {
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
          const chosen = isPreset(value);
          if (chosen) void setFilters({ range: chosen, from: null, to: null });
        }}
      />
      <OwnRange filters={filters} setFilters={setFilters} range={range} isOwn={isOwn} />
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

/** Button of the custom range, which names the first and the last day that are shown. */
function OwnRange({
  filters,
  setFilters,
  range,
  isOwn,
}: Pick<StatsFilters, "filters" | "setFilters" | "range" | "isOwn">) {
  const t = useTranslations("overview.range");
  const format = useFormatter();
  const now = useNowRoughly();
  const { button, frame, Loaded } = useLazyMenu(load, useState(false), "dialog");
  const shown = (ms: number) =>
    format.dateTime(new Date(ms), { day: "numeric", month: "short", year: "numeric" });
  // In time zones with half-hour offsets a range starts shortly before its first day; the end of its first hour is safe.
  const first = shown(range.from + HOUR_MS - 1);
  const last = range.before > now ? t("today") : shown(range.before - 1);
  return (
    <>
      <Button size="sm" variant={isOwn ? "light" : "default"} {...button}>
        {isOwn ? `${first} – ${last}` : t("own")}
      </Button>
      {Loaded && <Loaded frame={frame} filters={filters} setFilters={setFilters} />}
    </>
  );
}
