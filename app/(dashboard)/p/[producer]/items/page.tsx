import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { Items } from "./items";
import { itemsQuery } from "./list-query";

export const generateMetadata = (): Promise<Metadata> => pageTitle("items");

export default function ItemsPage(props: ListPageProps) {
  return (
    <Words of={["items", "jobs"]}>
      <Prefetched {...props} ask={({ client, trpc }) => [client.prefetchInfiniteQuery(itemsQuery(trpc, {}))]}>
        <Items />
      </Prefetched>
    </Words>
  );
}
