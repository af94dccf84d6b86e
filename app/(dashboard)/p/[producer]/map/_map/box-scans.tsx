"use client";

import { IconMapPinOff } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import type { Box } from "@/app/ui/box";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { listOf } from "@/app/ui/list-query";
import { useTRPC } from "@/app/ui/trpc";
import { useScanColumns } from "../../scans/scan-columns";
import { type Days, momentsOf } from "./days";
import classes from "./map.module.css";
import type { MapState } from "./map-state";

const PAGE_ROWS = 25;

interface BoxScansProps {
  box: Box;
  mapState: MapState;
  days: Days;
}

/** Scans in the selected part of the map. */
export function BoxScans({ box, mapState, days }: BoxScansProps) {
  const t = useTranslations("map.box");
  const { verdict, country, group } = mapState.state;
  const filter = {
    box,
    ...momentsOf(days),
    ...(verdict ? { verdict } : {}),
    ...(country ? { country } : {}),
    ...(group ? { group } : {}),
  };
  const query = useInfiniteQuery({
    ...useTRPC().scans.list.infiniteQueryOptions(
      { filter, limit: PAGE_ROWS },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const columns = useScanColumns();
  return (
    <section aria-label={t("title")}>
      <header className={classes.sectionHead}>
        <h2>{t("title")}</h2>
      </header>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        href={({ id }) => `/scans/${id}`}
        usualRows={4}
        empty={
          <EmptyState icon={IconMapPinOff} title={t("empty")}>
            {t("emptyText")}
          </EmptyState>
        }
        columns={columns}
      />
    </section>
  );
}
