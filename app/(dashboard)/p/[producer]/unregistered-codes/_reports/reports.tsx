"use client";

import { IconMessageReport } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { MoreOf } from "@/app/ui/more-of";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "../../items/_parts/section";
import { reportsQuery } from "./query";
import { ReportEntry } from "./report-entry";
import { ReportList } from "./report-list";
import classes from "./reports.module.css";

/** Reports about the producer's items, newest first. */
export function Reports() {
  const t = useTranslations("reports");
  return (
    <ReportList
      query={useInfiniteQuery(reportsQuery(useTRPC(), {}))}
      label={t("title")}
      empty={
        <EmptyState icon={IconMessageReport} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      }
    />
  );
}

/** Reports about one item or one scan; nothing if there are none. */
export function ReportsOf({ item, scan }: { item?: string; scan?: string }) {
  const t = useTranslations("reports");
  const query = useInfiniteQuery(reportsQuery(useTRPC(), { ...(item && { item }), ...(scan && { scan }) }));
  const reports = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  if (reports.length === 0) return null;
  const section = (
    <Section title={t("title")}>
      <ol className={classes.reports} aria-label={t("title")}>
        {reports.map((report) => (
          <ReportEntry key={report.id} report={report} of={scan ? "scan" : "item"} />
        ))}
      </ol>
      <MoreOf query={query} />
    </Section>
  );
  return scan ? <div className={classes.apart}>{section}</div> : section;
}
