import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type DetailPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { reportsQuery } from "../../unregistered-codes/_reports/query";
import { scanQueries } from "./queries";
import { ScanPage } from "./scan-page";

export const generateMetadata = (): Promise<Metadata> => pageTitle("scans", "scan.tab");

export default async function OneScanPage({ params }: DetailPageProps) {
  const { id } = await params;
  return (
    <Words of={["scans", "reports", "privacy", "cases", "inspections"]}>
      <Prefetched
        params={params}
        ask={({ client, trpc }) => {
          const of = scanQueries(trpc.scans, id);
          const askForItem = async () => {
            const { identifier } = await client.fetchQuery(of.scan);
            await client.prefetchQuery(trpc.items.get.queryOptions({ identifier }));
          };
          return [
            askForItem(),
            client.prefetchQuery(of.assessment),
            client.prefetchQuery(of.neighbours),
            client.prefetchInfiniteQuery(reportsQuery(trpc, { scan: id })),
          ];
        }}
      >
        <ScanPage id={id} />
      </Prefetched>
    </Words>
  );
}
