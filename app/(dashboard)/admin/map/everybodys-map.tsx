"use client";

import { useTranslations } from "use-intl";
import { MapPage } from "../../p/[producer]/map/_map/map-page";
import { useEverybodysScans } from "../../p/[producer]/map/_map/source";

/** Where the scans of all producers were made. */
export function EverybodysMap({ version }: { version: string }) {
  const t = useTranslations("admin.map");
  return <MapPage version={version} source={useEverybodysScans()} title={t("title")} lead={t("lead")} />;
}
