import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { printsQuery } from "../_prints/query";
import { AllPrints } from "./all-prints";

export const generateMetadata = (): Promise<Metadata> => pageTitle("labels", "prints.title");

export default function PrintsPage(props: ListPageProps) {
  return (
    <Words of={["labels", "items"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc }) => [client.prefetchInfiniteQuery(printsQuery(trpc, {}))]}
      >
        <AllPrints />
      </Prefetched>
    </Words>
  );
}
