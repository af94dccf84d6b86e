"use client";

import { SegmentedControl } from "@mantine/core";
import { IconUserQuestion } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useFormatter, useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { useCountryName } from "@/app/ui/country";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useTRPC } from "@/app/ui/trpc";
import { Reports } from "./_reports/reports";
import { OneIdentifier } from "./one-identifier";
import { Register } from "./register";
import classes from "./sightings.module.css";

const MAX_COUNTRIES = 2;

/** Top countries of an identifier, and the number of others. */
function Countries({ of: codes }: { of: string[] }) {
  const t = useTranslations("sightings");
  const format = useFormatter();
  const countryName = useCountryName();
  if (codes.length === 0) return <span className={classes.dim}>{countryName(null)}</span>;
  const names = codes.slice(0, MAX_COUNTRIES).map(countryName);
  const others = codes.length - names.length;
  return others > 0
    ? t("countries", { names: names.join(", "), others })
    : format.list(names, { type: "unit" });
}

const VIEWS = ["codes", "reports"] as const;
const VIEW = { view: parseAsStringLiteral(VIEWS).withDefault("codes") };
const FILTERS = { q: parseAsString.withDefault(""), identifier: parseAsString };

/** Signs of counterfeits beyond scans of items: unregistered codes and buyers' reports. */
export function Sightings() {
  const t = useTranslations("sightings");
  const tReports = useTranslations("reports");
  const [{ view }, setView] = useAddressFilters(VIEW);
  return (
    <>
      <PageHeader title={t("title")} description={view === "codes" ? t("lead") : tReports("lead")} />
      <SegmentedControl
        aria-label={tReports("view")}
        className={classes.views ?? ""}
        value={view}
        onChange={(value) => setView({ view: VIEWS.find((one) => one === value) ?? null })}
        data={[
          { value: "codes", label: tReports("codes") },
          { value: "reports", label: tReports("reports") },
        ]}
      />
      {view === "codes" ? <SightedCodes /> : <Reports />}
    </>
  );
}

/** Scanned identifiers without an item: invented codes, or items that were never registered. */
function SightedCodes() {
  const t = useTranslations("sightings");
  const format = useFormatter();
  const [{ q, identifier }, setFilters] = useAddressFilters(FILTERS);
  const search = q.trim().slice(0, 200);
  const query = useInfiniteQuery({
    ...useTRPC().sightings.identifiers.infiniteQueryOptions(
      { filter: { search: search || undefined }, limit: 50 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const list = listOf(query, (page) => page.entries);
  return (
    <>
      <search className={classes.filters}>
        <SearchInput label={t("search")} value={q} onChange={(q) => setFilters({ q })} />
        <ExportButton wish={{ list: "sightings", filter: { search: search || undefined } }} />
      </search>
      <DataList
        label={t("title")}
        query={list}
        rowId={(row) => row.id}
        rowName={(row) => row.identifier}
        onOpen={(row) => setFilters({ identifier: row.identifier })}
        filtered={q !== ""}
        onClearFilters={() => setFilters({ q: null })}
        empty={
          <EmptyState icon={IconUserQuestion} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "identifier",
            header: t("identifier"),
            cell: (row) => row.identifier || t("blank"),
          },
          {
            key: "count",
            header: t("count"),
            width: "6rem",
            align: "end",
            cell: (row) => (row.hasMore ? t("countMore", { count: row.count }) : format.number(row.count)),
          },
          { key: "where", header: t("where"), cell: (row) => <Countries of={row.countries} /> },
          {
            key: "first",
            header: t("firstSeen"),
            width: "9.5rem",
            from: "lg",
            cell: (row) => <Moment at={row.firstSeen} />,
          },
          {
            key: "last",
            header: t("lastSeen"),
            width: "9.5rem",
            cell: (row) => <Moment at={row.lastSeen} />,
          },
          {
            key: "register",
            header: t("next"),
            width: "11.5rem",
            cell: (row) => <Register identifier={row.identifier} isRegistered={row.isRegistered} />,
          },
        ]}
      />
      <OneIdentifier
        identifier={identifier}
        known={list.rows.find((row) => row.identifier === identifier)}
        onClose={() => setFilters({ identifier: null })}
      />
    </>
  );
}
