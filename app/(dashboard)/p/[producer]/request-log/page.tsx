import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { publicBaseUrl } from "@/server/platform/env";
import { callsQuery } from "./list-query";
import { RequestLog } from "./request-log";

export const generateMetadata = (): Promise<Metadata> => pageTitle("requestLog");

export default function RequestLogPage(props: ListPageProps) {
  return (
    <Words of={["requestLog"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc }) => [
          client.prefetchInfiniteQuery(callsQuery(trpc, {})),
          client.prefetchQuery(trpc.requestLog.choices.queryOptions()),
        ]}
      >
        <RequestLog baseUrl={publicBaseUrl} />
      </Prefetched>
    </Words>
  );
}
