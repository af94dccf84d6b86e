"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { LoadFailed } from "@/app/ui/load-failed";
import { Ranking, Rankings } from "@/app/ui/ranking";
import { useTRPC } from "@/app/ui/trpc";
import { MAX_NEWEST_SCANS } from "@/server/core/max-newest-scans";
import classes from "./area.module.css";
import type { AreaProps } from "./map-props";
import { areaInput } from "./queries";

/** The items, countries and groups of the area with most fakes, each with a link to its scans. */
export function AreaRankings({ box, days, mapState: { state }, source }: AreaProps) {
  const t = useTranslations("map.area");
  const format = useFormatter();
  const countryName = useCountryName();
  const { data, error, refetch } = useQuery({
    ...useTRPC().map.areaFakes.queryOptions(areaInput(box, days, state)),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { items, countries, groups, from } = data;
  const { verdict, country, group } = state;
  const href = (more: { item?: string; country?: string; group?: string }) =>
    source.href({ days, verdict, country, group, box, ...more });
  const figures = ({ fakes, scans }: { fakes: number; scans: number | null }) =>
    scans === null ? t("ofFakes", { fakes }) : t("ofScans", { fakes, scans });
  return (
    <>
      <Rankings>
        <Ranking
          title={t("items")}
          entries={items.map(({ identifier, title, ...counts }) => ({
            key: identifier,
            name: title || identifier,
            id: identifier,
            figures: figures(counts),
            href: href({ item: identifier }),
          }))}
        />
        <Ranking
          title={t("countries")}
          entries={countries.map(({ country, ...counts }) => ({
            key: country,
            name: countryName(country),
            figures: figures(counts),
            href: href({ country }),
          }))}
        />
        <Ranking
          title={t("groups")}
          entries={groups.map(({ id, title, ...counts }) => ({
            key: id,
            name: title || id.slice(0, 8),
            figures: figures(counts),
            href: href({ group: id }),
          }))}
        />
      </Rankings>
      {from !== null && (
        <p className={classes.note}>
          {t("newestFakes", { max: MAX_NEWEST_SCANS, from: format.dateTime(from, { dateStyle: "medium" }) })}
        </p>
      )}
    </>
  );
}
