"use client";

import { useFormatter, useTranslations } from "use-intl";
import { columnSet } from "@/app/ui/columns/column-set";
import { useCountryName } from "@/app/ui/country";
import type { Column } from "@/app/ui/data-list";
import { sortSet } from "@/app/ui/list-sort";
import { Moment } from "@/app/ui/moment";
import { BasisText } from "./basis-text";
import { MarkMenu } from "./mark-menu";
import { Register } from "./register";
import classes from "./sightings.module.css";
import type { Sighted } from "./types";

const MAX_COUNTRIES = 2;

/** Top countries of an identifier, and the number of others. */
function Countries({ of: codes }: { of: string[] }) {
  const t = useTranslations("sightings");
  const format = useFormatter();
  const countryName = useCountryName();
  if (codes.length === 0) return <span className={classes.dim}>{countryName(null)}</span>;
  const names = codes.slice(0, MAX_COUNTRIES).map(countryName);
  const others = codes.length - names.length;
  return others > 0
    ? t("countries", { names: names.join(", "), others })
    : format.list(names, { type: "unit" });
}

/** Optional columns of the list of unregistered codes. Their export has a row for each scan. */
export const CODE_COLUMNS = columnSet({
  list: "unregistered-codes",
  all: ["why", "count", "where", "firstSeen", "lastSeen", "register"],
  shown: ["why", "count", "where", "firstSeen", "lastSeen", "register"],
  firstInFile: ["identifier"],
  inFile: {
    why: [],
    count: [],
    where: ["country"],
    firstSeen: ["timestamp"],
    lastSeen: ["timestamp"],
    register: [],
  },
});

/** The orders of the list. */
export const CODE_SORT = sortSet(["time"], { by: "time", descending: true });

/** The list's first column, and the optional ones by their names. */
export function useCodeColumns(): {
  first: Column<Sighted>;
  of: Record<(typeof CODE_COLUMNS)["all"][number], Column<Sighted>>;
} {
  const t = useTranslations("sightings");
  const format = useFormatter();
  return {
    first: {
      key: "identifier",
      header: t("identifier"),
      cell: (row) => (
        <span>
          {row.identifier || t("blank")}
          {row.mark && <span className={classes.reserved}>{t(`mark.${row.mark}`)}</span>}
          {row.isReserved && <span className={classes.reserved}>{t("reserved")}</span>}
        </span>
      ),
    },
    of: {
      why: {
        key: "why",
        header: t("why"),
        from: "lg",
        cell: (row) => (
          <span className={classes.why}>
            <BasisText basis={row.basis} basisText={row.basisText} />
          </span>
        ),
      },
      count: {
        key: "count",
        header: t("count"),
        width: "6rem",
        align: "end",
        cell: (row) => (row.hasMore ? t("countMore", { count: row.count }) : format.number(row.count)),
      },
      where: { key: "where", header: t("where"), cell: (row) => <Countries of={row.countries} /> },
      firstSeen: {
        key: "firstSeen",
        header: t("firstSeen"),
        width: "9.5rem",
        from: "lg",
        cell: (row) => <Moment at={row.firstSeen} />,
      },
      lastSeen: {
        key: "lastSeen",
        header: t("lastSeen"),
        sort: "time",
        width: "9.5rem",
        cell: (row) => <Moment at={row.lastSeen} />,
      },
      register: {
        key: "register",
        header: t("next"),
        width: "13rem",
        cell: (row) => (
          <span className={classes.next}>
            <Register identifier={row.identifier} isRegistered={row.isRegistered} />
            <MarkMenu identifier={row.identifier} mark={row.mark} />
          </span>
        ),
      },
    },
  };
}
