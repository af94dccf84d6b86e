import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { Jobs } from "./jobs";
import { jobsQuery } from "./queries";

export const generateMetadata = (): Promise<Metadata> => pageTitle("jobs");

export default function JobsPage(props: ListPageProps) {
  return (
    <Words of={["jobs"]}>
      <Prefetched {...props} ask={({ client, trpc }) => [client.prefetchInfiniteQuery(jobsQuery(trpc))]}>
        <Jobs />
      </Prefetched>
    </Words>
  );
}
