import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { Imports } from "./imports";
import { importsQuery } from "./queries";

export const generateMetadata = (): Promise<Metadata> => pageTitle("imports");

export default function ImportsPage({ params }: { params: Promise<{ producer: string }> }) {
  return (
    <Words of={["imports"]}>
      <Prefetched params={params} ask={({ client, trpc }) => [client.prefetchQuery(importsQuery(trpc))]}>
        <Imports />
      </Prefetched>
    </Words>
  );
}
