"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { choiceText } from "@/app/ui/choice";
import { useCountryName } from "@/app/ui/country";
import { Link } from "@/app/ui/link";
import { usePercent } from "@/app/ui/percent";
import { useTRPC } from "@/app/ui/trpc";
import { type Narrowing, useTimedScansHref } from "../../scans/hrefs";
import type { Concentration as Found, OneAlert } from "../types";
import classes from "./alert.module.css";
import { narrowedBy } from "./scan-filter";

interface Entry {
  key: string;
  name: ReactNode;
  count: number;
  href: string;
}

function Ranking({ title, entries, total }: { title: string; entries: Entry[]; total: number }) {
  const percent = usePercent();
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className={classes.rankingTitle}>{title}</h3>
      <ol className={classes.ranking} aria-label={title}>
        {entries.map(({ key, name, count, href }) => (
          <li key={key}>
            <Link href={href}>{name}</Link>
            <span className="figures">
              {count} · {percent(count / Math.max(1, total))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The filter of scans behind the alert, besides its time. */
function useScansHref({ condition, evidence }: OneAlert): (more: Narrowing) => string {
  const timed = useTimedScansHref();
  const { from, before, figures } = evidence;
  const { country, group } = narrowedBy(condition);
  const own: Narrowing = {
    verdict: figures.kind === "fakeRate" ? "fake" : null,
    finding: figures.kind === "impossibleTravel" ? "impossible_travel" : null,
    country: country && choiceText(country),
    group: group && choiceText(group),
  };
  return (more) => timed({ from, before }, { ...own, ...more });
}

function Rankings({ alert, found }: { alert: OneAlert; found: Found }) {
  const t = useTranslations("alerts.concentration");
  const countryName = useCountryName();
  const scansHref = useScansHref(alert);
  const isUnregistered = alert.evidence.figures.kind === "unknownIdentifiers";
  const { count: total, countries, items, groups } = found;
  return (
    <div className={classes.rankings}>
      <Ranking
        title={t("countries")}
        total={total}
        entries={countries.map(({ country, count }) => ({
          key: country,
          name: countryName(country),
          count,
          href: isUnregistered ? "/unregistered-codes" : scansHref({ country }),
        }))}
      />
      <Ranking
        title={t(isUnregistered ? "codes" : "items")}
        total={total}
        entries={items.map(({ identifier, title, count }) => ({
          key: identifier,
          name: title || identifier || t("blank"),
          count,
          href: isUnregistered
            ? `/unregistered-codes?identifier=${encodeURIComponent(identifier)}`
            : scansHref({ item: identifier }),
        }))}
      />
      <Ranking
        title={t("groups")}
        total={total}
        entries={groups.map(({ id, title, count }) => ({
          key: id,
          name: title || id.slice(0, 8),
          count,
          href: scansHref({ group: id }),
        }))}
      />
    </div>
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
          <Rankings alert={alert} found={data} />
        </>
      )}
    </section>
  );
}
