"use client";

import { Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useScanColumns } from "@/app/(dashboard)/p/[producer]/scans/scan-columns";
import { useCountryName } from "@/app/ui/country";
import { DataList } from "@/app/ui/data-list";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useTRPC } from "@/app/ui/trpc";
import { Verdict } from "@/app/ui/verdict";
import { findingOf } from "@/server/core/finding-kinds";
import type { ScanFilter } from "../../scans/types";
import type { OneAlert } from "../types";
import classes from "./alert.module.css";
import { narrowedBy, useFilterHref } from "./scan-filter";

function Part({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}

function FilteredScans({ title, filter }: { title: string; filter: ScanFilter }) {
  const t = useTranslations("alerts.one");
  const columns = useScanColumns();
  const query = useInfiniteQuery(
    useTRPC().scans.list.infiniteQueryOptions({ filter }, { getNextPageParam: (page) => page.nextCursor }),
  );
  return (
    <Part title={title} more={<Link href={useFilterHref(filter)}>{t("allOfThem")}</Link>}>
      <DataList
        label={title}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        href={({ id }) => `/scans/${id}`}
        empty={<p className={classes.dim}>{t("noneLeft")}</p>}
        columns={columns}
      />
    </Part>
  );
}

function NewCountries({ countries, from, before }: { countries: string[]; from: number; before: number }) {
  const t = useTranslations("alerts.one");
  const countryName = useCountryName();
  const [country, setCountry] = useState(countries[0]);
  return (
    <>
      {countries.length > 1 && (
        <Select
          className={classes.country ?? ""}
          label={t("ofCountry")}
          data={countries.map((value) => ({ value, label: countryName(value) }))}
          value={country ?? null}
          allowDeselect={false}
          onChange={(value) => value && setCountry(value)}
        />
      )}
      <FilteredScans title={t("behind")} filter={{ country, from, before }} />
    </>
  );
}

function Sightings({ from, before }: { from: number; before: number }) {
  const t = useTranslations("alerts.one");
  const tSightings = useTranslations("sightings");
  const countryName = useCountryName();
  const query = useInfiniteQuery(
    useTRPC().sightings.list.infiniteQueryOptions(
      { filter: { from, before } },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  return (
    <Part title={t("behindSightings")} more={<Link href="/unregistered-codes">{t("allSightings")}</Link>}>
      <DataList
        label={t("behindSightings")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        href={({ identifier }) => `/unregistered-codes?identifier=${encodeURIComponent(identifier)}`}
        empty={<p className={classes.dim}>{t("noneLeft")}</p>}
        columns={[
          {
            key: "identifier",
            header: tSightings("identifier"),
            cell: ({ identifier }) => identifier || tSightings("blank"),
          },
          {
            key: "verdict",
            header: tSightings("verdict"),
            width: "8rem",
            cell: ({ copyclassification }) => <Verdict of={copyclassification} />,
          },
          { key: "where", header: tSightings("where"), cell: ({ country }) => countryName(country) },
          {
            key: "at",
            header: tSightings("when"),
            width: "9.5rem",
            cell: ({ timestamp }) => <Moment at={timestamp} />,
          },
        ]}
      />
    </Part>
  );
}

/** The scans that opened the alert. */
export function Behind({ alert }: { alert: OneAlert }) {
  const t = useTranslations("alerts.one");
  const { figures, from, before } = alert.evidence;
  switch (figures.kind) {
    case "fakeRate":
      return (
        <FilteredScans
          title={t("behindFakes")}
          filter={{ verdict: "fake", ...narrowedBy(alert.condition), from, before }}
        />
      );
    case "newCountry":
      return (
        <NewCountries countries={figures.countries.map(({ country }) => country)} {...{ from, before }} />
      );
    case "impossibleTravel":
    case "stolenItem":
      return (
        <FilteredScans title={t("behind")} filter={{ finding: findingOf(figures.kind), from, before }} />
      );
    case "unknownIdentifiers":
      return <Sightings from={from} before={before} />;
  }
}
