import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type DetailPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { importQuery } from "../queries";
import { Import } from "./import";

export const generateMetadata = (): Promise<Metadata> => pageTitle("imports", "one");

export default async function ImportPage({ params }: DetailPageProps) {
  const { id } = await params;
  return (
    <Words of={["imports", "jobs"]}>
      <Prefetched params={params} ask={({ client, trpc }) => [client.prefetchQuery(importQuery(trpc, id))]}>
        <Import id={id} />
      </Prefetched>
    </Words>
  );
}
