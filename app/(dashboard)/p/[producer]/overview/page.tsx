import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { presetRange, USUAL_PRESET } from "../../../_stats/preset-range";
import { Overview } from "./overview";
import { overviewQueries } from "./queries";

export const generateMetadata = (): Promise<Metadata> => pageTitle("overview");

export default function OverviewPage(props: ListPageProps) {
  return (
    <Words of={["overview", "scans", "cases"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc, now, zone }) => {
          const of = overviewQueries(trpc, { range: presetRange(USUAL_PRESET, now, zone), zone });
          return [
            client.prefetchQuery(of.checklist),
            client.prefetchQuery(of.concerns),
            client.prefetchQuery(of.totals),
            client.prefetchQuery(of.activeItems),
            client.prefetchQuery(of.trend),
            client.prefetchQuery(of.countries),
            client.prefetchQuery(of.items),
            client.prefetchQuery(of.groups),
            client.prefetchQuery(of.systems),
            client.prefetchQuery(of.latestScans),
          ];
        }}
      >
        <Overview />
      </Prefetched>
    </Words>
  );
}
