"use client";

import { useTranslations } from "use-intl";
import { MapPage } from "../../p/[producer]/map/_map/map-page";
import { useScansOfAllProducers } from "../../p/[producer]/map/_map/source";

/** Map of the scans of all producers. */
export function AllProducersMap({ version }: { version: string }) {
  const t = useTranslations("admin.map");
  return <MapPage version={version} source={useScansOfAllProducers()} title={t("title")} lead={t("lead")} />;
}
