import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { Groups } from "./groups";
import { groupsQuery } from "./list-query";

export const generateMetadata = (): Promise<Metadata> => pageTitle("groups");

export default function GroupsPage(props: ListPageProps) {
  return (
    <Words of={["jobs", "groups"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc }) => [client.prefetchInfiniteQuery(groupsQuery(trpc, ""))]}
      >
        <Groups />
      </Prefetched>
    </Words>
  );
}
