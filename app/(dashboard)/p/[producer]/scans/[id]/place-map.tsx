"use client";

import { Button, Skeleton, useComputedColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { IconMapOff } from "@tabler/icons-react";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { useProducerQuery } from "@/app/ui/signed-in";
import type { OneScan } from "../types";
import { placeText } from "./facts";
import { useScanPlaces } from "./places";
import classes from "./scan-page.module.css";

const SIZE = { width: 720, height: 480 };

/** Map of the scan's location, drawn by the service. */
export function PlaceMap({ scan: { id, place: location, country } }: { scan: OneScan }) {
  const t = useTranslations("scans.scan");
  const locale = useLocale();
  const countryName = useCountryName();
  const tErrors = useTranslations("errors");
  const { isAdmin } = useScanPlaces();
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  // The server does not know the theme; rendering earlier would request the map in both themes.
  const isMounted = useMounted();
  const producer = useProducerQuery();
  const [hasFailed, setFailed] = useState(false);
  const query = new URLSearchParams({
    width: String(SIZE.width),
    height: String(SIZE.height),
    scale: "2",
    locale,
    theme,
    ...(isAdmin ? { as: "admin" } : producer),
  });
  const place = location ? placeText(location) : "";
  return (
    <section className={classes.mapCard} aria-labelledby="map">
      <h2 id="map" className="visually-hidden">
        {t("map")}
      </h2>
      {location && !isMounted ? (
        <Skeleton className={classes.map ?? ""} />
      ) : location && !hasFailed ? (
        // biome-ignore lint/performance/noImgElement: the service already draws the image in this size.
        <img
          className={classes.map}
          src={`/api/dashboard/scans/${encodeURIComponent(id)}/map?${query}`}
          {...SIZE}
          alt={
            country ? t("mapAlt", { country: countryName(country), place }) : t("mapAltNoCountry", { place })
          }
          onError={() => setFailed(true)}
        />
      ) : (
        <div className={classes.noMap}>
          <IconMapOff size={32} stroke={1.4} aria-hidden />
          <p>{t(location ? "mapFailed" : "noMap")}</p>
          {location && (
            <Button size="compact-sm" variant="default" onClick={() => setFailed(false)}>
              {tErrors("retry")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
