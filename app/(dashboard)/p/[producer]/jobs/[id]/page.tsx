import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type DetailPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { jobQuery } from "../queries";
import { Job } from "./job";

export const generateMetadata = (): Promise<Metadata> => pageTitle("jobs", "one");

export default async function JobPage({ params }: DetailPageProps) {
  const { id } = await params;
  return (
    <Words of={["jobs"]}>
      <Prefetched params={params} ask={({ client, trpc }) => [client.prefetchQuery(jobQuery(trpc, id))]}>
        <Job id={id} />
      </Prefetched>
    </Words>
  );
}
