import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type DetailPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { Group } from "./group";
import { groupQueries } from "./queries";

export const generateMetadata = (): Promise<Metadata> => pageTitle("groups", "one");

export default async function GroupPage({ params }: DetailPageProps) {
  const { id } = await params;
  return (
    <Words of={["jobs", "groups", "items", "webhooks"]}>
      <Prefetched
        params={params}
        ask={({ client, trpc }) => {
          const of = groupQueries(trpc, id);
          const askForMember = async () => {
            const [first] = (await client.fetchQuery(of.suggested())).entries;
            if (first)
              await client.prefetchQuery(trpc.items.get.queryOptions({ identifier: first.identifier }));
          };
          return [
            client.prefetchQuery(of.group),
            client.prefetchInfiniteQuery(of.members()),
            client.prefetchInfiniteQuery(of.hooks),
            askForMember(),
          ];
        }}
      >
        <Group id={id} />
      </Prefetched>
    </Words>
  );
}
