"use client";

import { Button } from "@mantine/core";
import { IconArrowRight, IconMapPinOff, IconX } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import type { Box } from "@/app/ui/box";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { useTRPC } from "@/app/ui/trpc";
import { useScanColumns } from "../../scans/scan-columns";
import { type Days, momentsOf } from "./days";
import classes from "./map.module.css";
import type { MapState } from "./map-state";
import { usePlaceText } from "./place-text";
import type { MapSource } from "./source";

const PAGE_ROWS = 25;

interface BoxScansProps extends Pick<MapSource, "href"> {
  box: Box;
  mapState: MapState;
  days: Days;
}

/** Scans in the selected part of the map. */
export function BoxScans({ box, mapState, days, href }: BoxScansProps) {
  const t = useTranslations("map.box");
  const placeText = usePlaceText(2);
  const { verdict, country } = mapState.state;
  const filter = {
    box,
    ...momentsOf(days),
    ...(verdict ? { verdict } : {}),
    ...(country ? { country } : {}),
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
    <>
      <header className={classes.sectionHead}>
        <div>
          <h2>{t("title")}</h2>
          <p>
            {t("between", {
              one: placeText(box.south, box.west),
              other: placeText(box.north, box.east),
            })}
          </p>
        </div>
        <div className={classes.sectionActions}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => void mapState.setState({ box: null })}
          >
            {t("clear")}
          </Button>
          <Button
            component={Link}
            href={href({ days, verdict, country, box })}
            variant="default"
            size="compact-md"
            rightSection={<IconArrowRight size={16} aria-hidden />}
          >
            {t("open")}
          </Button>
        </div>
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
    </>
  );
}
