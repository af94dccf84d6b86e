import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { keptChoice } from "@/app/request/request";
import { Words } from "@/app/ui/words";
import { COLUMNS_COOKIE, choiceIn } from "./column-choice";
import { Items } from "./items";
import { itemsQuery } from "./list-query";

export const generateMetadata = (): Promise<Metadata> => pageTitle("items");

export default async function ItemsPage(props: ListPageProps) {
  const columns = choiceIn(await keptChoice(COLUMNS_COOKIE));
  return (
    <Words of={["items", "jobs"]}>
      <Prefetched {...props} ask={({ client, trpc }) => [client.prefetchInfiniteQuery(itemsQuery(trpc, {}))]}>
        <Items columns={columns} />
      </Prefetched>
    </Words>
  );
}
