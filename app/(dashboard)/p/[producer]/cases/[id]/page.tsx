import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type DetailPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { baseMapVersion } from "../../map/_map/base-map-version";
import { caseQueries } from "../queries";
import { CasePage } from "./case-page";

export const generateMetadata = (): Promise<Metadata> => pageTitle("cases", "one");

export default async function OneCasePage({ params }: DetailPageProps) {
  const id = decodeURIComponent((await params).id);
  return (
    <Words of={["cases", "scans", "alerts", "reports", "map", "inspections"]}>
      <Prefetched
        params={params}
        ask={({ client, trpc }) => {
          const of = caseQueries(trpc, id);
          return [
            client.prefetchQuery(of.one),
            client.prefetchInfiniteQuery(of.timeline),
            client.prefetchInfiniteQuery(of.scans),
          ];
        }}
      >
        <CasePage id={id} mapVersion={await baseMapVersion()} />
      </Prefetched>
    </Words>
  );
}
