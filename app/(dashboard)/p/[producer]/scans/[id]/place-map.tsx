"use client";

import { Button, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconMapOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { useScanMap } from "../scan-map";
import type { OneScan } from "../types";
import { placeText } from "./facts";
import { useScanPlaces } from "./places";
import classes from "./scan-page.module.css";

const SIZE = { width: 720, height: 480 };
/** Drawn smaller for narrow windows, so that its texts stay legible. */
const NARROW_SIZE = { width: 330, height: 220 };
const NARROW = "(max-width: 40em)";

/** Map of the scan's location, drawn by the service. */
export function PlaceMap({ scan: { id, place: location, country } }: { scan: OneScan }) {
  const t = useTranslations("scans.scan");
  const countryName = useCountryName();
  const tErrors = useTranslations("errors");
  const { isAdmin } = useScanPlaces();
  // The first render in the browser has no picture yet, so that only one size is requested.
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const size = isNarrow ? NARROW_SIZE : SIZE;
  const src = useScanMap(id, size, isAdmin);
  const [hasFailed, setFailed] = useState(false);
  const place = location ? placeText(location) : "";
  return (
    <section className={classes.mapCard} aria-labelledby="map">
      <h2 id="map" className="visually-hidden">
        {t("map")}
      </h2>
      {location && !src ? (
        <Skeleton className={classes.map ?? ""} />
      ) : location && !hasFailed ? (
        // biome-ignore lint/performance/noImgElement: the service already draws the image in this size.
        <img
          className={classes.map}
          src={src}
          {...size}
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
