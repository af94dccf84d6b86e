"use client";

import { Button, Popover, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { CountrySelect } from "@/app/ui/country-select";
import { DayInput } from "@/app/ui/day-input";
import { useZone } from "@/app/ui/zone";
import { useFilterCounts } from "../p/[producer]/scans/filter-counts";
import { DAY, NO_COUNTRY, startOf } from "../p/[producer]/scans/filters";
import { PRESETS } from "./preset-range";
import type { StatsFilters } from "./range";
import classes from "./range-bar.module.css";
import { useStatsScope } from "./scope";

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
      <OwnDays filters={filters} setFilters={setFilters} />
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

/** Custom range; both days are included. */
function OwnDays({ filters, setFilters }: Pick<StatsFilters, "filters" | "setFilters">) {
  const t = useTranslations("overview.range");
  const format = useFormatter();
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  const [days, setDays] = useState({ from: "", to: "" });
  const { from, to } = filters;
  const shown = (day: string | null) => {
    const start = startOf(zone, day);
    return start === undefined
      ? "…"
      : format.dateTime(new Date(start), { day: "numeric", month: "short", year: "numeric" });
  };
  const open = (wanted: boolean) => {
    setDays({ from: from ?? "", to: to ?? "" });
    setOpen(wanted);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button size="sm" variant={from || to ? "light" : "default"} onClick={() => open(!isOpen)}>
          {from || to ? `${shown(from)} – ${to ? shown(to) : t("today")}` : t("own")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("own")}>
        <form
          className={classes.own}
          onSubmit={(event) => {
            event.preventDefault();
            void setFilters({ range: null, from: days.from || null, to: days.to || null });
            setOpen(false);
          }}
        >
          {(["from", "to"] as const).map((end) => (
            <DayInput
              key={end}
              label={t(end)}
              value={days[end]}
              onChange={(day) => setDays({ ...days, [end]: day })}
            />
          ))}
          <Button type="submit" disabled={!DAY.test(days.from) && !DAY.test(days.to)}>
            {t("show")}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
