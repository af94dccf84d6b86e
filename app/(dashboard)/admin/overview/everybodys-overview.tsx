"use client";

import { useTranslations } from "use-intl";
import { PageHeader } from "@/app/ui/page-header";
import { useStatsFilters } from "../../_stats/range";
import { OF_ALL_PRODUCERS } from "../../_stats/scope";
import { Stats } from "../../_stats/stats";

/** Statistics over all producers. */
export function AllProducersOverview() {
  const t = useTranslations("admin.overview");
  const filters = useStatsFilters();
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <Stats scope={OF_ALL_PRODUCERS} filters={filters} />
    </>
  );
}
