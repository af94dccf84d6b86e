"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { usePercent } from "@/app/ui/percent";
import { useTRPC } from "@/app/ui/trpc";
import type { AlertCondition, AlertFigures, ListedAlert } from "./types";

const HOURS_A_DAY = 24;
/** Countries that a sentence names. */
const MAX_COUNTRIES = 3;

/** Formats a number of hours, alone or after "within"; from two days upwards in days. */
export function useHours({ isWithin = false } = {}): (count: number) => string {
  const t = useTranslations("alerts");
  const prefix = isWithin ? "within." : "";
  return (count) =>
    count > HOURS_A_DAY && count % HOURS_A_DAY === 0
      ? t(`${prefix}days`, { count: count / HOURS_A_DAY })
      : t(`${prefix}hours`, { count });
}

/** Formats the figures that opened an alert. */
export function useFiguresText(): (figures: AlertFigures) => string {
  const t = useTranslations("alerts.figures");
  const format = useFormatter();
  const percentText = usePercent();
  const countryName = useCountryName();
  return (figures) => {
    switch (figures.kind) {
      case "fakeRate":
        return t("fakeRate", {
          fakes: figures.fakes,
          scans: figures.scans,
          percent: percentText(figures.fakes / Math.max(1, figures.scans)),
        });
      case "unknownIdentifiers":
        return t("unknownIdentifiers", { count: figures.sightings });
      case "newCountry":
        return format.list(
          [
            ...figures.countries
              .slice(0, MAX_COUNTRIES)
              .map(({ country, scans }) => t("country", { country: countryName(country), count: scans })),
            ...(figures.countries.length > MAX_COUNTRIES
              ? [t("moreCountries", { count: figures.countries.length - MAX_COUNTRIES })]
              : []),
          ],
          { type: "unit" },
        );
      case "impossibleTravel":
        return t("impossibleTravel", { count: figures.scans });
      case "stolenItem":
        return t("stolenItem", { count: figures.scans });
    }
  };
}

type Told = Pick<ListedAlert, "condition" | "evidence" | "groupTitle" | "mostIn">;

/** Where, what and how long: an alert in one sentence. */
export function useAlertText(): (alert: Told) => string {
  const t = useTranslations("alerts.sentence");
  const hoursText = useHours({ isWithin: true });
  const figuresText = useFiguresText();
  const countryName = useCountryName();
  const percentText = usePercent();
  const whereOf = ({ condition, groupTitle }: Told) => {
    const of = condition.kind === "fakeRate" ? condition.of : null;
    if (of === null) return undefined;
    return "country" in of ? countryName(of.country) : groupTitle || of.group.slice(0, 8);
  };
  return (alert) => {
    const { condition, evidence } = alert;
    const { figures } = evidence;
    const window = hoursText(condition.windowHours);
    const what =
      figures.kind === "fakeRate"
        ? t("fakeRate", {
            fakes: figures.fakes,
            scans: figures.scans,
            percent: percentText(figures.fakes / Math.max(1, figures.scans)),
            window,
          })
        : t("within", { figures: figuresText(figures), window });
    const where = whereOf(alert);
    if (where !== undefined) return t("at", { where, what });
    const { mostIn } = alert;
    if (mostIn === null || figures.kind !== "fakeRate") return what;
    return mostIn.fakes * 2 >= figures.fakes
      ? t("mostIn", { country: countryName(mostIn.country), what })
      : t("several", { what });
  };
}

/** The condition of a rule as a sentence. */
export function useConditionText(condition: AlertCondition): string {
  const t = useTranslations("alerts.condition");
  const hoursText = useHours({ isWithin: true });
  const percentText = usePercent();
  const countryName = useCountryName();
  const trpc = useTRPC();
  const of = condition.kind === "fakeRate" ? condition.of : null;
  const groupId = of && "group" in of ? of.group : undefined;
  const group = useQuery(trpc.groups.get.queryOptions(groupId === undefined ? skipToken : { id: groupId }));
  const window = hoursText(condition.windowHours);
  switch (condition.kind) {
    case "fakeRate":
      return t("fakeRate", {
        percent: percentText(condition.percent / 100),
        minimum: condition.minimumScans,
        window,
        where: of === null ? "all" : "country" in of ? "country" : "group",
        name:
          of === null
            ? ""
            : "country" in of
              ? countryName(of.country)
              : (group.data?.title ?? of.group.slice(0, 8)),
      });
    case "unknownIdentifiers":
      return t("unknownIdentifiers", { sightings: condition.sightings, window });
    case "newCountry":
      return t("newCountry", { scans: condition.scans, quiet: condition.quietDays, window });
    case "impossibleTravel":
      return t("impossibleTravel", { scans: condition.scans, window });
    case "stolenItem":
      return t("stolenItem", { scans: condition.scans, window });
  }
}
