"use client";

import { useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import type { Column } from "@/app/ui/data-list";
import { Moment } from "@/app/ui/moment";
import { systemName } from "@/app/ui/system-name";
import { Verdict } from "@/app/ui/verdict";
import classes from "./sightings.module.css";
import type { Sighting } from "./types";

/** Columns of a list of sightings. */
export function useSightingColumns(): Column<Sighting>[] {
  const t = useTranslations("sightings");
  const countryName = useCountryName();
  return [
    { key: "at", header: t("when"), cell: ({ timestamp }) => <Moment at={timestamp} exact /> },
    {
      key: "verdict",
      header: t("verdict"),
      width: "8rem",
      cell: ({ copyclassification }) => <Verdict of={copyclassification} />,
    },
    { key: "where", header: t("where"), cell: ({ country }) => countryName(country) },
    {
      key: "software",
      header: t("software"),
      width: "8.5rem",
      cell: ({ os, softwareversion }) => (
        <span className={classes.dim}>
          {os && systemName(os)} {softwareversion}
        </span>
      ),
    },
  ];
}
