"use client";

import { useTranslations } from "use-intl";
import { columnSet } from "@/app/ui/columns/column-set";
import { useCountryName } from "@/app/ui/country";
import type { Column } from "@/app/ui/data-list";
import { AssessedVerdict } from "@/app/ui/finding";
import { sortSet } from "@/app/ui/list-sort";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { Moment } from "@/app/ui/moment";
import { systemName } from "@/app/ui/system-name";
import classes from "./scans.module.css";

/** Optional columns of the list, beside the item. */
export const SCAN_COLUMNS = columnSet({
  list: "scans",
  all: ["title", "verdict", "where", "software", "at"],
  shown: ["title", "verdict", "where", "software", "at"],
  firstInFile: ["identifier"],
  inFile: {
    title: ["title"],
    verdict: ["copyclassification", "findings"],
    where: ["country", "latitude", "longitude"],
    software: ["os", "device", "softwareversion"],
    at: ["timestamp"],
  },
});

/** The orders of the list. */
export const SCAN_SORT = sortSet(["time"], { by: "time", descending: true });

/** The first column of lists of scans, and the optional ones by their names. */
export function useNamedScanColumns(): {
  first: Column<ListedScan>;
  of: Record<(typeof SCAN_COLUMNS)["all"][number], Column<ListedScan>>;
} {
  const t = useTranslations("scans.columns");
  const countryName = useCountryName();
  return {
    first: { key: "item", header: t("item"), width: "28%", cell: ({ identifier }) => identifier },
    of: {
      title: {
        key: "title",
        header: t("title"),
        from: "lg",
        cell: ({ itemTitle }) => <span className={classes.dim}>{itemTitle}</span>,
      },
      verdict: {
        key: "verdict",
        header: t("verdict"),
        width: "10rem",
        cell: ({ copyclassification, reasons }) => (
          <AssessedVerdict verdict={copyclassification} reasons={reasons} />
        ),
      },
      where: {
        key: "where",
        header: t("where"),
        cell: ({ country }) =>
          country ? countryName(country) : <span className={classes.dim}>{countryName(country)}</span>,
      },
      software: {
        key: "software",
        header: t("software"),
        width: "9rem",
        from: "lg",
        cell: ({ os, softwareversion }) => (
          <>
            {os && systemName(os)} <span className={classes.dim}>{softwareversion}</span>
          </>
        ),
      },
      at: {
        key: "at",
        header: t("at"),
        sort: "time",
        width: "9.5rem",
        cell: ({ timestamp }) => <Moment at={timestamp} />,
      },
    },
  };
}

/** All columns of a list of scans, in their usual order. */
export function useScanColumns(): Column<ListedScan>[] {
  const { first, of } = useNamedScanColumns();
  return [first, ...SCAN_COLUMNS.all.map((name) => of[name])];
}
