"use client";

import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { IconFingerprint, IconUserQuestion } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsIdOr } from "@/app/ui/address-parsers";
import { ColumnChoice } from "@/app/ui/columns/column-choice";
import { shownInFile } from "@/app/ui/columns/column-set";
import { arranged, columnsNow, useColumns } from "@/app/ui/columns/use-columns";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { useSort } from "@/app/ui/list-sort";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useTRPC } from "@/app/ui/trpc";
import { ViewsMenu } from "@/app/ui/views/views-menu";
import { Reports } from "./_reports/reports";
import { CODE_COLUMNS, CODE_SORT, useCodeColumns } from "./code-columns";
import { NoPatterns } from "./no-patterns";
import { OneIdentifier } from "./one-identifier";
import classes from "./sightings.module.css";

/** `reports`, or a saved view of the codes. */
const VIEW = { view: parseAsIdOr("reports") };
/** The opened code is no part of a view. */
const OF_PAGE = ["identifier"];
const MARKS = ["open", "counterfeit", "dismissed", "all"] as const;
const FILTERS = {
  q: parseAsString.withDefault(""),
  identifier: parseAsString,
  mark: parseAsStringLiteral(MARKS).withDefault("open"),
};

/** Signs of counterfeits beyond scans of items: unregistered codes and buyers' reports. */
export function Sightings() {
  const t = useTranslations("sightings");
  const tReports = useTranslations("reports");
  const tPatterns = useTranslations("codePatterns");
  const [{ view }, setView] = useAddressFilters(VIEW);
  const isOfReports = view === "reports";
  return (
    <>
      <PageHeader
        title={t("title")}
        description={isOfReports ? tReports("lead") : t("lead")}
        badges={
          !isOfReports && (
            <ViewsMenu
              list="unregisteredCodes"
              path="/unregistered-codes"
              without={OF_PAGE}
              columnsNow={() => columnsNow(CODE_COLUMNS)}
            />
          )
        }
        actions={
          <Button
            component={Link}
            href="/unregistered-codes/patterns"
            variant="default"
            leftSection={<IconFingerprint size={17} aria-hidden />}
          >
            {tPatterns("open")}
          </Button>
        }
      />
      <NoPatterns />
      <SegmentedControl
        aria-label={tReports("view")}
        className={classes.views ?? ""}
        value={isOfReports ? "reports" : "codes"}
        onChange={(value) => setView({ view: value === "reports" ? value : null })}
        data={[
          { value: "codes", label: tReports("codes") },
          { value: "reports", label: tReports("reports") },
        ]}
      />
      {isOfReports ? <Reports /> : <SightedCodes />}
    </>
  );
}

/** Scanned identifiers without an item: invented codes, or items that were never registered. */
function SightedCodes() {
  const t = useTranslations("sightings");
  const chosen = useColumns(CODE_COLUMNS);
  const { first, of } = useCodeColumns();
  const [{ q, identifier, mark }, setFilters] = useAddressFilters(FILTERS);
  const search = q.trim().slice(0, 200);
  const sorting = useSort(CODE_SORT);
  const trpc = useTRPC();
  const filter = { search: search || undefined, mark: mark === "all" ? undefined : mark };
  const total = useQuery(trpc.sightings.totalOfIdentifiers.queryOptions({ filter }));
  const query = useInfiniteQuery({
    ...trpc.sightings.identifiers.infiniteQueryOptions(
      {
        filter,
        limit: 50,
        ...(sorting.asked ? { sort: sorting.asked } : {}),
      },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const list = listOf(query, (page) => page.entries, total.data);
  return (
    <>
      <search className={classes.filters}>
        <SearchInput label={t("search")} value={q} onChange={(q) => setFilters({ q })} />
        <NativeSelect
          aria-label={t("mark.label")}
          value={mark}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setFilters({ mark: MARKS.find((one) => one === value) ?? null });
          }}
          data={MARKS.map((value) => ({ value, label: t(`mark.${value}`) }))}
        />
        <ColumnChoice {...chosen} of={of} />
        <ExportButton
          wish={{ list: "sightings", filter, sort: sorting.asked }}
          shown={shownInFile(CODE_COLUMNS, chosen.shown)}
        />
      </search>
      <DataList
        label={t("title")}
        query={list}
        rowId={(row) => row.id}
        rowName={(row) => row.identifier}
        onOpen={(row) => setFilters({ identifier: row.identifier })}
        filtered={q !== "" || mark === "counterfeit" || mark === "dismissed"}
        onClearFilters={() => setFilters({ q: null, mark: null })}
        empty={
          <EmptyState icon={IconUserQuestion} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={arranged(chosen, first, of)}
        sorting={{ ...sorting, columns: [first, ...Object.values(of)] }}
      />
      <OneIdentifier
        identifier={identifier}
        known={list.rows.find((row) => row.identifier === identifier)}
        onClose={() => setFilters({ identifier: null })}
      />
    </>
  );
}
