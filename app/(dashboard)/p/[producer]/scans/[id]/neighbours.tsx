"use client";

import { distanceKm } from "@assay/scan-map/sphere";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import type { Column } from "@/app/ui/data-list";
import { AssessedVerdict } from "@/app/ui/finding";
import { Link } from "@/app/ui/link";
import { type ListQuery, wholeListOf } from "@/app/ui/list-query";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { Moment } from "@/app/ui/moment";
import { ShortList } from "@/app/ui/short-list";
import type { Around, OneScan } from "../types";
import { placeOf, spanOf } from "./distance";
import { useScanPlaces, useScanQueries } from "./places";
import classes from "./scan-page.module.css";

const USUAL_NEIGHBOURS = 8;

/** Formats the distance of a neighbour from the scan, in time and space. */
function useApart({ timestamp, place: here }: OneScan) {
  const t = useTranslations("scans.scan");
  const format = useFormatter();
  const inTime = (scan: ListedScan) => {
    const ms = scan.timestamp.getTime() - timestamp.getTime();
    const { value, unit } = spanOf(Math.abs(ms));
    if (value === 0) return t("same");
    const time = format.number(value, { style: "unit", unit, unitDisplay: "long" });
    return t(ms > 0 ? "later" : "earlier", { time });
  };
  const onGround = (scan: ListedScan) => {
    const place = placeOf(scan);
    if (!here || !place) return t("noPlace");
    const km = distanceKm(here, place);
    const digits = km < 10 ? 1 : 0;
    return format.number(km, { style: "unit", unit: "kilometer", maximumFractionDigits: digits });
  };
  return { inTime, onGround };
}

function NeighbourList({
  title,
  scan,
  query,
  alone,
  more,
  showsItem,
}: {
  title: string;
  scan: OneScan;
  query: ListQuery<ListedScan>;
  alone: string;
  more: ReactNode;
  showsItem: boolean;
}) {
  const t = useTranslations("scans.scan");
  const tColumns = useTranslations("scans.columns");
  const countryName = useCountryName();
  const places = useScanPlaces();
  const { inTime, onGround } = useApart(scan);
  const columns: Column<ListedScan>[] = [
    { key: "apart", header: t("apart"), cell: inTime },
    ...(showsItem
      ? [{ key: "item", header: tColumns("item"), cell: ({ identifier }: ListedScan) => identifier }]
      : []),
    {
      key: "verdict",
      header: tColumns("verdict"),
      width: "14.5rem",
      cell: ({ copyclassification, reasons }) => (
        <AssessedVerdict verdict={copyclassification} reasons={reasons} />
      ),
    },
    { key: "where", header: tColumns("where"), cell: ({ country }) => countryName(country) },
    { key: "distance", header: t("distance"), width: "8rem", align: "end", cell: onGround },
    {
      key: "at",
      header: tColumns("at"),
      width: "14.5rem",
      from: "lg",
      cell: ({ timestamp }) => <Moment at={timestamp} exact />,
    },
  ];
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {more}
      </div>
      <ShortList
        label={title}
        query={query}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        href={({ id }) => places.scan(id)}
        excerpt
        usualRows={USUAL_NEIGHBOURS}
        empty={<p className={classes.dim}>{alone}</p>}
        columns={columns}
      />
    </section>
  );
}

const inOrder = ({ after, before }: Around): ListedScan[] => [...after, ...before];

/** Other scans around that time: of the same item, and by the same device. */
export function Neighbours({ scan }: { scan: OneScan }) {
  const t = useTranslations("scans.scan");
  const places = useScanPlaces();
  const query = useQuery(useScanQueries(scan.id).neighbours);
  const { identifier, device, producerId } = scan;
  return (
    <>
      <NeighbourList
        title={t("ofItem")}
        scan={scan}
        query={wholeListOf(query, ({ ofItem }) => inOrder(ofItem))}
        alone={t("alone")}
        showsItem={false}
        more={<Link href={places.scansOf("item", identifier, producerId)}>{t("allOfItem")}</Link>}
      />
      <NeighbourList
        title={t("ofDevice")}
        scan={scan}
        query={wholeListOf(query, ({ ofDevice }) => (ofDevice ? inOrder(ofDevice) : []))}
        alone={t(device ? "aloneDevice" : "unknownDevice")}
        showsItem
        more={device && <Link href={places.scansOf("device", device, producerId)}>{t("deviceScans")}</Link>}
      />
    </>
  );
}
