import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { scansQuery } from "./list-query";
import { Scans } from "./scans";

export const generateMetadata = (): Promise<Metadata> => pageTitle("scans");

export default function ScansPage(props: ListPageProps) {
  return (
    <Words of={["scans"]}>
      <Prefetched {...props} ask={({ client, trpc }) => [client.prefetchInfiniteQuery(scansQuery(trpc, {}))]}>
        <Scans />
      </Prefetched>
    </Words>
  );
}
