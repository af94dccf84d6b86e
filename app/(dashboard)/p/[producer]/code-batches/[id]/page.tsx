import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type DetailPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { printsQuery } from "../../labels/_prints/query";
import { codeBatchQuery, codesQuery } from "../queries";
import { CodeBatch } from "./code-batch";

export const generateMetadata = (): Promise<Metadata> => pageTitle("codes", "one");

export default async function CodeBatchPage({ params }: DetailPageProps) {
  const { id } = await params;
  return (
    <Words of={["codes", "labels"]}>
      <Prefetched
        params={params}
        ask={({ client, trpc }) => [
          client.prefetchQuery(codeBatchQuery(trpc, id)),
          client.prefetchInfiniteQuery(codesQuery(trpc, id)),
          client.prefetchInfiniteQuery(printsQuery(trpc, { batch: id })),
        ]}
      >
        <CodeBatch id={id} />
      </Prefetched>
    </Words>
  );
}
