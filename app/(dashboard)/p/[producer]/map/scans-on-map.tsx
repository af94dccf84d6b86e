"use client";

import { useTranslations } from "use-intl";
import { MapPage } from "./_map/map-page";
import { useOwnScans } from "./_map/source";

/** Where the scans of the chosen producer were made. */
export function ScansOnMap({ version }: { version: string }) {
  const t = useTranslations("map");
  return <MapPage version={version} source={useOwnScans()} title={t("title")} lead={t("lead")} />;
}
