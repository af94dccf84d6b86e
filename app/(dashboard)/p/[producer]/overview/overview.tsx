"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { PageHeader } from "@/app/ui/page-header";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { useLiveTotals } from "../../../_stats/queries";
import { useStatsFilters, useUsualRange } from "../../../_stats/range";
import { OWN } from "../../../_stats/scope";
import { Stats } from "../../../_stats/stats";
import { Checklist } from "./checklist";
import { Concerns } from "./concerns/concerns";
import { LatestScans } from "./latest-scans";

/** Start page of a producer: first steps, figures and latest scans. */
export function Overview() {
  const t = useTranslations("overview");
  const { chosen } = useSignedIn();
  const filters = useStatsFilters();
  const live = useLiveTotals({ range: filters.range, country: filters.filters.country ?? undefined });
  // Asked in one batch with the checklist, although they render later.
  const { overview } = useTRPC();
  useQuery(overview.concerns.queryOptions({ range: useUsualRange() }));
  useQuery(overview.latestScans.queryOptions());
  return (
    <>
      <PageHeader title={t("title")} description={chosen && t("lead", { producer: chosen.producerName })} />
      <Checklist>
        <Concerns />
        <Stats scope={OWN} filters={filters} />
        <LatestScans alongside={live} />
      </Checklist>
    </>
  );
}
