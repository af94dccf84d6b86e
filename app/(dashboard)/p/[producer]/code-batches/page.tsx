import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { CodeBatches } from "./code-batches";
import { codeBatchesQuery } from "./queries";

export const generateMetadata = (): Promise<Metadata> => pageTitle("codes");

export default function CodeBatchesPage(props: ListPageProps) {
  return (
    <Words of={["codes", "items"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc }) => [client.prefetchInfiniteQuery(codeBatchesQuery(trpc))]}
      >
        <CodeBatches />
      </Prefetched>
    </Words>
  );
}
