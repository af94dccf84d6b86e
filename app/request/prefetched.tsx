import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { ReactNode } from "react";
import { within } from "@/server/core/within";
import { pageContext } from "@/server/trpc/page-context";
import { type AppRouter, appRouter } from "@/server/trpc/root";
import type { Calls } from "./calls";
import { currentSignedIn, currentTimeZone } from "./request";

/** A slower page is sent without the missing answers, and the browser asks for them. */
const PREFETCH_TIMEOUT_MS = 1_000;

/** The parameters of a page with filters below `/p/[producer]`. */
export interface ListPageProps {
  params: Promise<{ producer: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The parameters of an object's page below `/p/[producer]`. */
export interface DetailPageProps {
  params: Promise<{ producer: string; id: string }>;
}

interface PageCalls {
  client: QueryClient;
  trpc: Calls;
  now: number;
  zone: string;
}

interface PrefetchedProps {
  params: Promise<{ producer: string }>;
  /** For pages with filters: with filters in the address, the browser asks. */
  searchParams?: ListPageProps["searchParams"];
  /** The calls that the page shows first, with the keys and the inputs that the browser uses. */
  ask: (calls: PageCalls) => Promise<unknown>[];
  children: ReactNode;
}

/** Makes a page's calls on the server, so that the HTML contains their answers. After a failed call the browser asks. */
export async function Prefetched({ params, searchParams, ask, children }: PrefetchedProps) {
  const { producer } = await params;
  const signedIn = await currentSignedIn();
  if (!signedIn || Object.keys((await searchParams) ?? {}).length > 0) return children;
  const client = new QueryClient();
  const trpc = createTRPCOptionsProxy<AppRouter, { keyPrefix: true }>({
    router: appRouter,
    ctx: pageContext(signedIn, producer),
    queryClient: client,
    keyPrefix: producer,
  });
  const asked = ask({ client, trpc, now: Date.now(), zone: await currentTimeZone() });
  await within(PREFETCH_TIMEOUT_MS, Promise.allSettled(asked), "Not all answers").catch(() => undefined);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
