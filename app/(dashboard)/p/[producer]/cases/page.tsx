import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { Cases } from "./cases";
import { casesQuery, OPEN_CASES } from "./queries";

export const generateMetadata = (): Promise<Metadata> => pageTitle("cases");

export default function CasesPage(props: ListPageProps) {
  return (
    <Words of={["cases"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc }) => [client.prefetchInfiniteQuery(casesQuery(trpc, OPEN_CASES))]}
      >
        <Cases />
      </Prefetched>
    </Words>
  );
}
