"use client";

import { IconScan } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "use-intl";
import { FilterBar } from "@/app/(dashboard)/p/[producer]/scans/filter-bar";
import {
  PARSERS_OF_ALL,
  type ScanFilters,
  useScanFilters,
} from "@/app/(dashboard)/p/[producer]/scans/filters";
import { useNamedScanColumns } from "@/app/(dashboard)/p/[producer]/scans/scan-columns";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { type Column, DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { PageHeader } from "@/app/ui/page-header";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import { ProducerFilter } from "./producer-filter";

type ListedScanOf = inferRouterOutputs<AppRouter>["admin"]["scans"]["entries"][number];

const PAGE_ROWS = 50;
const POLL_INTERVAL_MS = 10_000;

const FILTERS = { producer: parseAsId };

/** Scan filters and the producer, kept in the address. */
function useAllScanFilters() {
  const { filters, filter, count, setFilters } = useScanFilters(PARSERS_OF_ALL);
  const [{ producer }, setProducer] = useAddressFilters(FILTERS, { history: "push" });
  const set: ScanFilters["setFilters"] = (values, options) => {
    if (values === null) void setProducer(null);
    return setFilters(values, options);
  };
  return {
    bar: { filters, filter, count: count + (producer ? 1 : 0), setFilters: set },
    producer,
    setProducer,
    asked: { ...filter, group: undefined, ...(producer ? { producer } : {}) },
  };
}

/** Scans of all producers. The list updates live while it shows only the newest scans. */
export function AllScans() {
  const t = useTranslations("admin.scans");
  const { bar, producer, setProducer, asked } = useAllScanFilters();
  const query = useInfiniteQuery({
    ...useTRPC().admin.scans.infiniteQueryOptions(
      { filter: asked, limit: PAGE_ROWS },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : POLL_INTERVAL_MS),
  });
  const { first, of } = useNamedScanColumns();
  const columns: Column<ListedScanOf>[] = [
    first,
    {
      key: "producer",
      header: t("producer"),
      cell: ({ producer: { id, name } }) => (
        <Link href={`/admin/producers/${id}`} translate="no">
          {name}
        </Link>
      ),
    },
    { ...of.title, from: "xl" },
    of.verdict,
    of.where,
    of.software,
    of.at,
  ];
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <FilterBar
        {...bar}
        producer={<ProducerFilter value={producer} onChange={(id) => void setProducer({ producer: id })} />}
      />
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        href={({ id }) => `/admin/scans/${id}`}
        filtered={bar.count > 0}
        onClearFilters={() => bar.setFilters(null)}
        empty={
          <EmptyState icon={IconScan} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={columns}
      />
    </>
  );
}
