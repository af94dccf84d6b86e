"use client";

import { Button } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { IconArrowUp, IconScan } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";
import { ColumnChoice } from "@/app/ui/columns/column-choice";
import { shownInFile } from "@/app/ui/columns/column-set";
import { arranged, columnsNow, useColumns } from "@/app/ui/columns/use-columns";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { listOf } from "@/app/ui/list-query";
import { useSort } from "@/app/ui/list-sort";
import { LiveMark } from "@/app/ui/live/live-mark";
import { PauseButton } from "@/app/ui/live/pause-button";
import { useScanFeed } from "@/app/ui/live/scan-feed";
import { PageHeader } from "@/app/ui/page-header";
import { useTRPC } from "@/app/ui/trpc";
import { ViewsMenu } from "@/app/ui/views/views-menu";
import { FilterBar } from "./filter-bar";
import { passes, type ScanFilters, useScanFilters } from "./filters";
import { scansQuery } from "./list-query";
import { SCAN_COLUMNS, SCAN_SORT, useNamedScanColumns } from "./scan-columns";
import classes from "./scans.module.css";
import type { ScanSort } from "./types";

const MAX_RENEWED_PAGES = 3;

/** Scans that match a filter, with functions that refetch the first page or all loaded pages. */
function useScanList(filter: ScanFilters["filter"], sort: ScanSort | undefined) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const options = scansQuery(trpc, filter, sort);
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const name = JSON.stringify({ filter, sort });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options change with the name and only with it.
  const refresh = useCallback(() => {
    const { queryKey } = options;
    client.setQueryData(queryKey, (data) => {
      if (!data) return data;
      return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
    });
    void client.invalidateQueries({ queryKey });
  }, [client, name]);
  const total = useQuery({ ...trpc.scans.total.queryOptions({ filter }), enabled: query.hasNextPage });
  const renew = () => {
    if ((query.data?.pages.length ?? 0) <= MAX_RENEWED_PAGES) void query.refetch();
    if (query.hasNextPage) void total.refetch();
  };
  return { list: listOf(query, (page) => page.entries, total.data), name, refresh, renew };
}

/** Scans of the producer's items; the list updates live. */
export function Scans() {
  const t = useTranslations("scans");
  const scanFilters = useScanFilters();
  const { filter, count, setFilters } = scanFilters;
  const sorting = useSort(SCAN_SORT);
  const { list, name, refresh, renew } = useScanList(filter, sorting.asked);
  const [isPaused, setPaused] = useState(false);
  const top = useIntersection<HTMLDivElement>();
  const isAtTop = top.entry?.isIntersecting ?? true;
  const feed = useScanFeed({
    of: name,
    // In another order new scans belong to the end of the list.
    matches: (scan) => sorting.asked === undefined && passes(filter, scan),
    rows: list.rows,
    held: isPaused || !isAtTop,
    refresh,
    renew,
  });
  const chosen = useColumns(SCAN_COLUMNS);
  const { first, of } = useNamedScanColumns();

  const showNew = () => {
    feed.release();
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        badges={<ViewsMenu list="scans" path="/scans" columnsNow={() => columnsNow(SCAN_COLUMNS)} />}
        actions={
          <div className={classes.live}>
            <LiveMark state={feed.state} paused={isPaused} />
            <PauseButton isPaused={isPaused} onChange={setPaused} />
            <ColumnChoice {...chosen} of={of} />
            <ExportButton
              wish={{ list: "scans", filter, sort: sorting.asked }}
              shown={shownInFile(SCAN_COLUMNS, chosen.shown)}
            />
          </div>
        }
      />
      <FilterBar {...scanFilters} />
      <div ref={top.ref} />
      <div className={classes.news} role="status">
        {feed.waiting > 0 && (
          <Button
            className={classes.pill ?? ""}
            size="compact-md"
            radius="xl"
            leftSection={<IconArrowUp size={16} aria-hidden />}
            onClick={showNew}
          >
            {t(feed.hasMore ? "manyNew" : "new", { count: feed.waiting })}
          </Button>
        )}
      </div>
      <DataList
        label={t("title")}
        query={{ ...list, rows: feed.rows, isLoading: list.isLoading && feed.rows.length === 0 }}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        href={({ id }) => `/scans/${id}`}
        isNew={feed.isNew}
        filtered={count > 0}
        onClearFilters={() => setFilters(null)}
        empty={
          <EmptyState icon={IconScan} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={arranged(chosen, first, of)}
        sorting={{ ...sorting, columns: [first, ...Object.values(of)] }}
      />
    </>
  );
}
