"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconMessageReport } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "../../items/_parts/section";
import { reportsQuery } from "./query";
import { ReportEntry } from "./report-entry";
import classes from "./reports.module.css";

function useReports(filter: { item?: string; scan?: string }) {
  const query = useInfiniteQuery(reportsQuery(useTRPC(), filter));
  return { query, reports: query.data?.pages.flatMap((page) => page.entries) ?? [] };
}

function More({ query }: Pick<ReturnType<typeof useReports>, "query">) {
  const t = useTranslations("common.list");
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      mt="md"
      loading={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {t("loadMore")}
    </Button>
  );
}

/** Reports about the producer's items, newest first. */
export function Reports() {
  const t = useTranslations("reports");
  const { query, reports } = useReports({});
  if (query.isError && reports.length === 0)
    return <LoadFailed error={query.error} onRetry={() => query.refetch()} />;
  if (query.isPending) return <Skeleton height={420} radius="md" />;
  if (reports.length === 0)
    return (
      <EmptyState icon={IconMessageReport} title={t("empty.title")}>
        {t("empty.text")}
      </EmptyState>
    );
  return (
    <>
      <ol className={classes.reports} aria-label={t("title")}>
        {reports.map((report) => (
          <ReportEntry key={report.id} report={report} />
        ))}
      </ol>
      <More query={query} />
    </>
  );
}

/** Reports about one item or one scan; nothing if there are none. */
export function ReportsOf({ item, scan }: { item?: string; scan?: string }) {
  const t = useTranslations("reports");
  const { query, reports } = useReports({ ...(item && { item }), ...(scan && { scan }) });
  if (reports.length === 0) return null;
  const section = (
    <Section title={t("title")}>
      <ol className={classes.reports} aria-label={t("title")}>
        {reports.map((report) => (
          <ReportEntry key={report.id} report={report} of={scan ? "scan" : "item"} />
        ))}
      </ol>
      <More query={query} />
    </Section>
  );
  return scan ? <div className={classes.apart}>{section}</div> : section;
}
