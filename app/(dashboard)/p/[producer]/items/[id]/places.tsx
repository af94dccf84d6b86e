"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { Link } from "@/app/ui/link";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { useTRPC } from "@/app/ui/trpc";
import { scansHref } from "../../scans/hrefs";
import { useScanMap } from "../../scans/scan-map";
import classes from "./item.module.css";
import { itemQueries } from "./queries";

interface PlacesProps {
  identifier: string;
  /** Newest scan with a location. */
  located: ListedScan | undefined;
}

/** Countries in which the item was scanned, and the location of the newest scan that has one. */
export function Places({ identifier, located }: PlacesProps) {
  const t = useTranslations("items.scans");
  const format = useFormatter();
  const nameOf = useCountryName();
  const { data } = useQuery(itemQueries(useTRPC(), identifier).places);
  if (!data || data.countries.length === 0) return null;
  const { countries, isAll } = data;
  return (
    <>
      <h3 className={classes.placesTitle}>{t("places")}</h3>
      <p className={classes.placesNote}>{isAll ? t("placesOfAll") : t("placesOfLatest")}</p>
      <ul className={classes.places}>
        {countries.map(({ country, scans }) => {
          // If only the newest scans are counted, the figure would differ from the linked list, so it is left out.
          const count = isAll && <span className={classes.count}>{format.number(scans)}</span>;
          return (
            <li key={country ?? ""}>
              {country ? (
                <Link href={scansHref({ item: identifier, country })}>
                  {nameOf(country)} {count}
                </Link>
              ) : (
                <span>
                  {t("nowhere")} {count}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {located && <PlaceOf key={located.id} scan={located} />}
    </>
  );
}

const SIZE = { width: 800, height: 280 };

function PlaceOf({ scan: { id, country } }: { scan: ListedScan }) {
  const t = useTranslations("items.scans");
  const nameOf = useCountryName();
  const src = useScanMap(id, SIZE);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <Link href={`/scans/${id}`} className={classes.place}>
      {src ? (
        // biome-ignore lint/performance/noImgElement: the service already draws the image in this size.
        <img
          src={src}
          {...SIZE}
          loading="lazy"
          alt={t("placeOfNewest", { country: nameOf(country) })}
          onError={() => setFailed(true)}
        />
      ) : (
        <Skeleton className={classes.placeLoading ?? ""} />
      )}
    </Link>
  );
}
