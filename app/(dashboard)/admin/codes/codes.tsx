"use client";

import { SegmentedControl } from "@mantine/core";
import { IconMessageReport, IconUserQuestion } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useFormatter, useTranslations } from "use-intl";
import { ReportList } from "@/app/(dashboard)/p/[producer]/unregistered-codes/_reports/report-list";
import { useSightingColumns } from "@/app/(dashboard)/p/[producer]/unregistered-codes/sighting-columns";
import { useAddressFilters } from "@/app/ui/address-filters";
import { useCountryName } from "@/app/ui/country";
import { DataList } from "@/app/ui/data-list";
import { DetailDrawer } from "@/app/ui/detail-drawer";
import { EmptyState } from "@/app/ui/empty-state";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useTRPC } from "@/app/ui/trpc";
import classes from "../people/people.module.css";
import { ContestedClaims } from "./contested";

const VIEWS = ["codes", "reports", "claims"] as const;
const VIEW = { view: parseAsStringLiteral(VIEWS).withDefault("codes") };
const FILTERS = { q: parseAsString.withDefault(""), code: parseAsString };
const MAX_COUNTRIES_SHOWN = 2;

/** Unregistered codes that no producer claims, the reports about them, and contested claims. */
export function Codes() {
  const t = useTranslations("admin.codes");
  const [{ view }, setView] = useAddressFilters(VIEW);
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <SegmentedControl
        aria-label={t("views")}
        mb="md"
        value={view}
        onChange={(value) => setView({ view: VIEWS.find((one) => one === value) ?? null })}
        data={VIEWS.map((value) => ({ value, label: t(value) }))}
      />
      {view === "codes" && <UnclaimedCodes />}
      {view === "reports" && <Reports />}
      {view === "claims" && <ContestedClaims />}
    </>
  );
}

function UnclaimedCodes() {
  const t = useTranslations("admin.codes");
  const format = useFormatter();
  const countryName = useCountryName();
  const [{ q, code }, setFilters] = useAddressFilters(FILTERS);
  const search = q.trim().slice(0, 200);
  const query = useInfiniteQuery({
    ...useTRPC().admin.unclaimedCodes.infiniteQueryOptions(
      { filter: { search: search || undefined }, limit: 50 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const whereOf = (countries: string[]) => {
    const names = countries.slice(0, MAX_COUNTRIES_SHOWN).map(countryName);
    const others = countries.length - names.length;
    if (names.length === 0) return <span className={classes.dim}>{t("unknownPlace")}</span>;
    return others > 0
      ? t("others", { names: names.join(", "), others })
      : format.list(names, { type: "unit" });
  };
  return (
    <>
      <search className={classes.filters}>
        <SearchInput label={t("search")} value={q} onChange={(q) => setFilters({ q })} />
      </search>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        onOpen={({ identifier }) => setFilters({ code: identifier })}
        filtered={search !== ""}
        onClearFilters={() => setFilters({ q: null })}
        empty={
          <EmptyState icon={IconUserQuestion} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "code",
            header: t("code"),
            cell: ({ identifier }) => <span className={classes.email}>{identifier || t("blank")}</span>,
          },
          {
            key: "count",
            header: t("scans"),
            width: "6rem",
            align: "end",
            cell: ({ count, hasMore }) => (hasMore ? t("countMore", { count }) : format.number(count)),
          },
          {
            key: "devices",
            header: t("devices"),
            width: "6rem",
            align: "end",
            from: "lg",
            cell: ({ devices }) => format.number(devices),
          },
          { key: "where", header: t("where"), cell: ({ countries }) => whereOf(countries) },
          {
            key: "first",
            header: t("firstSeen"),
            width: "9.5rem",
            from: "lg",
            cell: ({ firstSeen }) => <Moment at={firstSeen} />,
          },
          {
            key: "last",
            header: t("lastSeen"),
            width: "9.5rem",
            cell: ({ lastSeen }) => <Moment at={lastSeen} />,
          },
        ]}
      />
      <OneCode code={code} onClose={() => setFilters({ code: null })} />
    </>
  );
}

/** Drawer with all sightings of one code. */
function OneCode({ code, onClose }: { code: string | null; onClose: () => void }) {
  const t = useTranslations("admin.codes");
  return (
    <DetailDrawer
      isOpen={code !== null}
      title={<span className={classes.email}>{code || t("blank")}</span>}
      onClose={onClose}
    >
      {code !== null && <ScansOfCode code={code} />}
    </DetailDrawer>
  );
}

function ScansOfCode({ code }: { code: string }) {
  const t = useTranslations("admin.codes");
  const query = useInfiniteQuery(
    useTRPC().admin.unclaimedSightings.infiniteQueryOptions(
      { filter: { identifier: code.slice(0, 200) }, limit: 25 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  return (
    <DataList
      label={t("seen", { code })}
      query={listOf(query, (page) => page.entries)}
      rowId={({ id }) => id}
      rowName={({ identifier }) => identifier}
      empty={<p className={classes.dim}>{t("noneLeft")}</p>}
      columns={useSightingColumns()}
    />
  );
}

function Reports() {
  const t = useTranslations("admin.codes");
  const query = useInfiniteQuery(
    useTRPC().admin.unclaimedReports.infiniteQueryOptions(
      { limit: 25 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  return (
    <ReportList
      query={query}
      label={t("reports")}
      isForAdmins
      empty={
        <EmptyState icon={IconMessageReport} title={t("noReports.title")}>
          {t("noReports.text")}
        </EmptyState>
      }
    />
  );
}
