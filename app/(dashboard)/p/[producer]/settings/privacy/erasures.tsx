"use client";

import { SegmentedControl } from "@mantine/core";
import { IconCircleCheck, IconEraser, IconProgress } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { StateMark } from "@/app/ui/state-mark";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import classes from "./privacy.module.css";
import { useSubject } from "./subject";

type Erasure = inferRouterOutputs<AppRouter>["privacy"]["erasures"]["entries"][number];

const POLL_INTERVAL_MS = 3_000;

/** Requested erasures and their progress. */
export function Erasures() {
  const t = useTranslations("privacy.erasures");
  const title = useId();
  const { isEverywhere, mayChoose, setEverywhere } = useSubject();
  const { erasures, erasuresEverywhere } = useTRPC().privacy;
  const query = useInfiniteQuery({
    ...(isEverywhere ? erasuresEverywhere : erasures).infiniteQueryOptions(
      {},
      { getNextPageParam: (page) => page.nextCursor },
    ),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ entries }) => entries.some(({ doneAt }) => !doneAt))
        ? POLL_INTERVAL_MS
        : false,
  });
  return (
    <section className={classes.erasures} aria-labelledby={title}>
      <div className={classes.head}>
        <h2 id={title}>{t("title")}</h2>
        {mayChoose && (
          <SegmentedControl
            aria-label={t("whose")}
            size="xs"
            value={isEverywhere ? "all" : "own"}
            data={[
              { value: "own", label: t("ofProducer") },
              { value: "all", label: t("ofAll") },
            ]}
            onChange={(value) => setEverywhere(value === "all")}
          />
        )}
      </div>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        usualRows={3}
        rowId={({ id }) => id}
        rowName={({ hint, scanId, id }) => hint ?? scanId ?? id}
        empty={
          <EmptyState icon={IconEraser} title={t("empty")}>
            {t("emptyText")}
          </EmptyState>
        }
        columns={[
          {
            key: "what",
            header: t("what"),
            cell: (erasure) => <What erasure={erasure} isLinked={!isEverywhere} />,
          },
          { key: "erased", header: t("erased"), cell: (erasure) => t("counts", countsOf(erasure)) },
          {
            key: "by",
            header: t("by"),
            width: "9rem",
            from: "lg",
            cell: ({ requestedByName }) => requestedByName,
          },
          {
            key: "asked",
            header: t("asked"),
            width: "9rem",
            cell: ({ requestedAt }) => <Moment at={requestedAt} />,
          },
          {
            key: "state",
            header: t("state"),
            width: "8rem",
            cell: ({ doneAt }) => <State isDone={doneAt !== null} />,
          },
        ]}
      />
    </section>
  );
}

const countsOf = ({ scans, images, sightings }: Erasure) => ({ scans, images, sightings });

function What({ erasure: { scanId, hint }, isLinked }: { erasure: Erasure; isLinked: boolean }) {
  const t = useTranslations("privacy.erasures");
  if (scanId === null) return t("device", { hint: hint ?? "" });
  if (!isLinked) return t("scan");
  return <Link href={`/scans/${scanId}`}>{t("scan")}</Link>;
}

function State({ isDone }: { isDone: boolean }) {
  const t = useTranslations("privacy.erasures");
  return (
    <StateMark icon={isDone ? IconCircleCheck : IconProgress} tone={isDone ? "good" : "plain"}>
      {t(isDone ? "done" : "underWay")}
    </StateMark>
  );
}
