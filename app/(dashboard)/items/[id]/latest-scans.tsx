"use client";

import { IconScan } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useTRPC } from "@/app/ui/trpc";
import { Verdict } from "@/app/ui/verdict";
import { scansHref } from "../_parts/hrefs";
import { Section } from "../_parts/section";
import classes from "./item.module.css";

const READ = 100;
const SHOWN = 8;

/** The newest scans of the item, and the countries that they are from. */
export function LatestScans({ identifier }: { identifier: string }) {
  const t = useTranslations("items.scans");
  const format = useFormatter();
  const query = useQuery(useTRPC().scans.list.queryOptions({ limit: READ, filter: { item: identifier } }));
  const scans = query.data?.entries ?? [];
  const countryOf = (country: string | null) =>
    country ? format.displayName(country, { type: "region" }) : t("nowhere");
  return (
    <Section
      title={t("title")}
      actions={
        scans.length > 0 && (
          <Link href={scansHref(identifier)} prefetch={false}>
            {t("all")}
          </Link>
        )
      }
    >
      <DataList
        label={t("title")}
        excerpt
        query={wholeListOf(query, ({ entries }) => entries.slice(0, SHOWN))}
        rowId={({ id }) => id}
        rowName={({ timestamp }) =>
          format.dateTime(new Date(timestamp), { dateStyle: "medium", timeStyle: "short" })
        }
        href={({ id }) => `/scans/${id}`}
        empty={
          <EmptyState icon={IconScan} title={t("emptyTitle")}>
            {t("emptyText")}
          </EmptyState>
        }
        columns={[
          { key: "at", header: t("at"), cell: ({ timestamp }) => <Moment at={timestamp} /> },
          {
            key: "verdict",
            header: t("verdict"),
            width: "9rem",
            cell: ({ copyclassification }) => <Verdict of={copyclassification} />,
          },
          { key: "country", header: t("country"), cell: ({ country }) => countryOf(country) },
          { key: "os", header: t("os"), width: "7rem", from: "sm", cell: ({ os }) => os ?? "–" },
        ]}
      />
      <Places identifier={identifier} countries={scans.map(({ country }) => country)} nameOf={countryOf} />
    </Section>
  );
}

interface PlacesProps {
  identifier: string;
  countries: (string | null)[];
  nameOf: (country: string | null) => string;
}

function Places({ identifier, countries, nameOf }: PlacesProps) {
  const t = useTranslations("items.scans");
  const format = useFormatter();
  const counts = Map.groupBy(countries, (country) => country);
  if (counts.size === 0) return null;
  const places = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return (
    <>
      <h3 className={classes.placesTitle}>{t("places")}</h3>
      <p className={classes.placesNote}>
        {countries.length < READ ? t("placesOfAll") : t("placesOfLatest", { count: READ })}
      </p>
      <ul className={classes.places}>
        {places.map(([country, { length }]) => (
          <li key={country ?? ""}>
            <Link href={scansHref(identifier, country ? { country } : {})} prefetch={false}>
              {nameOf(country)} <span className={classes.count}>{format.number(length)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
