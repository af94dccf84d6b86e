"use client";

import { useTranslations } from "use-intl";
import { MapPage } from "./_map/map-page";
import { useOwnScans } from "./_map/source";

/** Map of the producer's scans. */
export function ScansOnMap({ version }: { version: string }) {
  const t = useTranslations("map");
  return <MapPage version={version} source={useOwnScans()} title={t("title")} lead={t("lead")} />;
}
