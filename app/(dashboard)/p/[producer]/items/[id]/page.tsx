import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type DetailPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { identifierIn } from "../_parts/hrefs";
import { Item } from "./item";
import { qrCodeOf } from "./qr-svg";
import { itemQueries } from "./queries";

export async function generateMetadata({ params }: DetailPageProps): Promise<Metadata> {
  const identifier = identifierIn((await params).id);
  return identifier === undefined ? {} : { title: identifier };
}

export default async function ItemPage({ params }: DetailPageProps) {
  const identifier = identifierIn((await params).id);
  if (identifier === undefined) notFound();
  return (
    <Words of={["items", "labels", "webhooks", "reports", "cases"]}>
      <Prefetched
        params={params}
        ask={({ client, trpc }) => {
          const of = itemQueries(trpc, identifier);
          return [
            client.prefetchQuery(of.item),
            client.prefetchQuery(of.scans),
            client.prefetchQuery(of.places),
            client.prefetchQuery(of.ownership),
            client.prefetchInfiniteQuery(of.reports),
            client.prefetchInfiniteQuery(of.prints),
            client.prefetchInfiniteQuery(of.hooks),
            client.prefetchInfiniteQuery(of.history),
          ];
        }}
      >
        <Item identifier={identifier} code={qrCodeOf(identifier)} />
      </Prefetched>
    </Words>
  );
}
