"use client";

import { Button } from "@mantine/core";
import { IconArchive, IconBuildingStore, IconCircleCheck, IconLock, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { type Column, DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { PageHeader } from "@/app/ui/page-header";
import { usePercent } from "@/app/ui/percent";
import { StateMark } from "@/app/ui/state-mark";
import { useTRPC } from "@/app/ui/trpc";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { Filters, useCountedHref, useProducerFilters } from "./filters";
import { NewProducer } from "./new-producer";
import classes from "./producers.module.css";
import { Rate, scaleOf } from "./rate";
import { Spark } from "./spark";
import type { RatedProducer as Rated } from "./types";

/** Badges: suspended, closed. */
export function ProducerState({ suspendedAt, closedAt }: Pick<Rated, "suspendedAt" | "closedAt">) {
  const t = useTranslations("admin.producers.stateOf");
  if (closedAt)
    return (
      <StateMark icon={IconArchive} tone="bad">
        {t("closed")}
      </StateMark>
    );
  return suspendedAt ? (
    <StateMark icon={IconLock} tone="bad">
      {t("suspended")}
    </StateMark>
  ) : (
    <StateMark icon={IconCircleCheck} tone="good">
      {t("active")}
    </StateMark>
  );
}

/** All producers, ranked by their problem with counterfeits. */
export function Producers() {
  const t = useTranslations("admin.producers");
  const format = useFormatter();
  const percent = usePercent();
  const filters = useProducerFilters();
  const countedHref = useCountedHref(filters.asked.days);
  const [isMaking, setMaking] = useState(false);
  const query = useInfiniteQuery({
    ...useTRPC().admin.producers.infiniteQueryOptions(filters.asked, {
      getNextPageParam: (page) => page.nextCursor,
    }),
    placeholderData: keepPreviousData,
  });
  const list = listOf(query, (page) => page.entries);
  const scale = scaleOf(list.rows.filter(({ isEnough }) => isEnough).map(({ share }) => share));
  const counted = (id: string, count: number, verdict?: string) => (
    <Link href={countedHref(id, verdict)}>{format.number(count)}</Link>
  );
  const columns: Column<Rated>[] = [
    { key: "name", header: t("name"), cell: ({ name }) => name },
    {
      key: "rate",
      header: t("rate"),
      width: "16rem",
      cell: ({ share, isEnough }) => <Rate share={share} isEnough={isEnough} scale={scale} />,
    },
    {
      key: "fakes",
      header: t("fakes"),
      width: "7.5rem",
      align: "end",
      cell: ({ id, fakes }) => counted(id, fakes, "fake"),
    },
    {
      key: "scans",
      header: t("scans"),
      width: "6.5rem",
      align: "end",
      cell: ({ id, scans }) => counted(id, scans),
    },
    {
      key: "trend",
      header: t("trend"),
      width: "9rem",
      from: "lg",
      cell: ({ trend }) => <Spark values={trend} />,
    },
    {
      key: "state",
      header: t("state"),
      width: "8rem",
      from: "sm",
      cell: (row) => <ProducerState {...row} />,
    },
  ];
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setMaking(true)}
            data-create
          >
            {t("create.open")}
          </Button>
        }
      />
      <Filters {...filters} />
      <DataList
        label={t("title")}
        query={list}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        href={({ id }) => `/admin/producers/${id}?days=${filters.asked.days}`}
        filtered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={
          <EmptyState icon={IconBuildingStore} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={columns}
      />
      <p className={classes.note}>{t("note", { scale: percent(scale), enough: ENOUGH_SCANS })}</p>
      {isMaking && <NewProducer onClose={() => setMaking(false)} />}
    </>
  );
}
