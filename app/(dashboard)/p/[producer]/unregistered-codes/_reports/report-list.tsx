"use client";

import { Skeleton } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadFailed } from "@/app/ui/load-failed";
import { MoreOf } from "@/app/ui/more-of";
import type { Report } from "../types";
import { ReportEntry } from "./report-entry";
import classes from "./reports.module.css";

interface ReportListProps {
  query: UseInfiniteQueryResult<InfiniteData<{ entries: Report[] }>, unknown>;
  label: string;
  empty: ReactNode;
  /** Whether the reports concern no producer. */
  isForAdmins?: boolean;
}

/** Buyers' reports, newest first, with the states of a list. */
export function ReportList({ query, label, empty, isForAdmins = false }: ReportListProps) {
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={420} radius="md" />
    );
  const reports = query.data.pages.flatMap(({ entries }) => entries);
  if (reports.length === 0) return empty;
  return (
    <>
      <ol className={classes.reports} aria-label={label}>
        {reports.map((report) => (
          <ReportEntry key={report.id} report={report} isForAdmins={isForAdmins} />
        ))}
      </ol>
      <MoreOf query={query} />
    </>
  );
}
