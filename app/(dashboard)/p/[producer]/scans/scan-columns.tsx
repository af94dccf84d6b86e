"use client";

import { useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import type { Column } from "@/app/ui/data-list";
import { AssessedVerdict } from "@/app/ui/finding";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { Moment } from "@/app/ui/moment";
import { systemName } from "@/app/ui/system-name";
import classes from "./scans.module.css";

/** Columns of all lists of scans. */
export function useScanColumns(): Column<ListedScan>[] {
  const t = useTranslations("scans.columns");
  const countryName = useCountryName();
  return [
    { key: "item", header: t("item"), cell: ({ identifier }) => identifier },
    {
      key: "title",
      header: t("title"),
      from: "lg",
      cell: ({ itemTitle }) => <span className={classes.dim}>{itemTitle}</span>,
    },
    {
      key: "verdict",
      header: t("verdict"),
      width: "14.5rem",
      cell: ({ copyclassification, reasons }) => (
        <AssessedVerdict verdict={copyclassification} reasons={reasons} />
      ),
    },
    {
      key: "where",
      header: t("where"),
      cell: ({ country }) =>
        country ? countryName(country) : <span className={classes.dim}>{countryName(country)}</span>,
    },
    {
      key: "software",
      header: t("software"),
      width: "9rem",
      from: "sm",
      cell: ({ os, softwareversion }) => (
        <>
          {os && systemName(os)} <span className={classes.dim}>{softwareversion}</span>
        </>
      ),
    },
    { key: "at", header: t("at"), width: "9.5rem", cell: ({ timestamp }) => <Moment at={timestamp} /> },
  ];
}
