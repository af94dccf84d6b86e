import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { Labels } from "./labels";
import { labelsQuery, layoutsQuery } from "./queries";

export const generateMetadata = (): Promise<Metadata> => pageTitle("labels");

export default function LabelsPage(props: ListPageProps) {
  return (
    <Words of={["codes", "items", "labels"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc }) => [
          client.prefetchQuery(layoutsQuery(trpc)),
          client.prefetchQuery(labelsQuery(trpc, { of: "filter", filter: {} })),
        ]}
      >
        <Labels />
      </Prefetched>
    </Words>
  );
}
