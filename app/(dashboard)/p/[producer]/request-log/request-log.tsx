"use client";

import { IconListDetails } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { listOf } from "@/app/ui/list-query";
import { LiveMark } from "@/app/ui/live/live-mark";
import { PauseButton } from "@/app/ui/live/pause-button";
import { PageHeader } from "@/app/ui/page-header";
import { useTRPC } from "@/app/ui/trpc";
import { useCallColumns } from "./call-columns";
import { CallDrawer } from "./call-drawer";
import { FilterBar } from "./filter-bar";
import { useCallFilters } from "./filters";
import { callsQuery } from "./list-query";
import classes from "./request-log.module.css";

const POLL_INTERVAL_MS = 2_000;
/** With more loaded pages polling stops: each poll would refetch all of them. */
const MAX_POLLED_PAGES = 2;
const OPENED = { call: parseAsId };

/** Calls of the API with the producer's tokens; the list updates live. */
export function RequestLog({ baseUrl }: { baseUrl: string }) {
  const t = useTranslations("requestLog");
  const format = useFormatter();
  const callFilters = useCallFilters();
  const { filter, count, setFilters } = callFilters;
  const [{ call }, setOpened] = useAddressFilters(OPENED);
  const [isPaused, setPaused] = useState(false);
  const [openedAt] = useState(Date.now);
  const query = useInfiniteQuery({
    ...callsQuery(useTRPC(), filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !isPaused && (state.data?.pages.length ?? 0) <= MAX_POLLED_PAGES && POLL_INTERVAL_MS,
  });
  const isHeld = isPaused || (query.data?.pages.length ?? 0) > MAX_POLLED_PAGES;
  const columns = useCallColumns();
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        actions={
          <div className={classes.live}>
            <LiveMark
              state={query.isError ? "lost" : query.isPending ? "connecting" : "live"}
              paused={isHeld}
            />
            <PauseButton isPaused={isPaused} onChange={setPaused} />
            <ExportButton wish={{ list: "requestLog", filter }} />
          </div>
        }
      />
      <FilterBar {...callFilters} />
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ method, path, at }) =>
          t("name", {
            call: `${method} ${path}`,
            at: format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" }),
          })
        }
        onOpen={({ id }) => setOpened({ call: id })}
        isNew={({ at }) => at.getTime() > openedAt}
        filtered={count > 0}
        onClearFilters={() => setFilters(null)}
        empty={
          <EmptyState icon={IconListDetails} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={columns}
      />
      <CallDrawer baseUrl={baseUrl} callId={call} onClose={() => setOpened({ call: null })} />
    </>
  );
}
