"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { choiceText } from "@/app/ui/choice";
import { useCountryName } from "@/app/ui/country";
import { usePercent } from "@/app/ui/percent";
import { Ranking, Rankings } from "@/app/ui/ranking";
import { useTRPC } from "@/app/ui/trpc";
import { findingOf } from "@/server/core/finding-kinds";
import { type Narrowing, useTimedScansHref } from "../../scans/hrefs";
import type { Concentration as Found, OneAlert } from "../types";
import classes from "./alert.module.css";
import { narrowedBy } from "./scan-filter";

/** The filter of scans behind the alert, besides its time. */
function useScansHref({ condition, evidence }: OneAlert): (more: Narrowing) => string {
  const timed = useTimedScansHref();
  const { from, before, figures } = evidence;
  const { country, group } = narrowedBy(condition);
  const own: Narrowing = {
    verdict: figures.kind === "fakeRate" ? "fake" : null,
    finding: findingOf(figures.kind) ?? null,
    country: country && choiceText(country),
    group: group && choiceText(group),
  };
  return (more) => timed({ from, before }, { ...own, ...more });
}

function AlertRankings({ alert, found }: { alert: OneAlert; found: Found }) {
  const t = useTranslations("alerts.concentration");
  const countryName = useCountryName();
  const format = useFormatter();
  const percent = usePercent();
  const scansHref = useScansHref(alert);
  const isUnregistered = alert.evidence.figures.kind === "unknownIdentifiers";
  const { count: total, countries, items, groups } = found;
  const figures = (count: number) => `${format.number(count)} · ${percent(count / Math.max(1, total))}`;
  return (
    <Rankings>
      <Ranking
        title={t("countries")}
        entries={countries.map(({ country, count }) => ({
          key: country,
          name: countryName(country),
          figures: figures(count),
          href: isUnregistered ? "/unregistered-codes" : scansHref({ country }),
        }))}
      />
      <Ranking
        title={t(isUnregistered ? "codes" : "items")}
        entries={items.map(({ identifier, title, count }) => ({
          key: identifier,
          name: title || identifier || t("blank"),
          id: identifier,
          figures: figures(count),
          href: isUnregistered
            ? `/unregistered-codes?identifier=${encodeURIComponent(identifier)}`
            : scansHref({ item: identifier }),
        }))}
      />
      <Ranking
        title={t("groups")}
        entries={groups.map(({ id, title, count }) => ({
          key: id,
          name: title || id.slice(0, 8),
          figures: figures(count),
          href: scansHref({ group: id }),
        }))}
      />
    </Rankings>
  );
}

/** Where the scans behind an alert come from, and what to do next. */
export function Concentration({ alert }: { alert: OneAlert }) {
  const t = useTranslations("alerts.concentration");
  const { data } = useQuery(useTRPC().alerts.concentration.queryOptions({ id: alert.id }));
  if (!data) return null;
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {data.count === 0 ? (
        <p className={classes.dim}>{t("none")}</p>
      ) : (
        <>
          <p className={classes.dim}>{t(data.isCut ? "cut" : "of", { count: data.count })}</p>
          <AlertRankings alert={alert} found={data} />
        </>
      )}
    </section>
  );
}
