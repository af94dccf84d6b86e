"use client";

import { useTranslations } from "use-intl";
import { Countries, Groups, Systems, WorstItems } from "./breakdowns";
import type { StatsFilters } from "./range";
import { RangeBar } from "./range-bar";
import { type StatsScope, StatsScopeProvider } from "./scope";
import classes from "./stats.module.css";
import { Tiles } from "./tiles";
import { TrendPanel } from "./trend";

/** Figures, trend and breakdowns of the scans in a range; the filters come from `useStatsFilters`. */
export function Stats({ scope, filters }: { scope: StatsScope; filters: StatsFilters }) {
  const t = useTranslations("overview");
  const { range } = filters;
  const country = filters.filters.country ?? undefined;
  return (
    <StatsScopeProvider value={scope}>
      <section className={classes.stats} aria-label={t("figures")}>
        <RangeBar {...filters} />
        <Tiles range={range} country={country} />
        <TrendPanel range={range} country={country} />
        <div className={classes.panels}>
          {country === undefined && <Countries range={range} />}
          {scope.of === "own" && <WorstItems range={range} country={country} />}
          {country === undefined && scope.of === "own" && <Groups range={range} />}
          {country === undefined && <Systems range={range} />}
        </div>
        {country !== undefined && <p className={classes.note}>{t("notByCountry")}</p>}
      </section>
    </StatsScopeProvider>
  );
}
