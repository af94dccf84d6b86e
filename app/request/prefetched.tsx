import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { ReactNode } from "react";
import { within } from "@/server/core/within";
import { pageContext } from "@/server/trpc/page-context";
import { type AppRouter, appRouter } from "@/server/trpc/root";
import type { Calls } from "./calls";
import { currentSignedIn } from "./request";

/** A slower page is sent without rows, and the browser asks for them. */
const PREFETCH_TIMEOUT_MS = 1_000;

/** The parameters of a list's page below `/p/[producer]`. */
export interface ListPageProps {
  params: Promise<{ producer: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

interface PrefetchedProps extends ListPageProps {
  /** The first call of the list without filters, with the key and the input that the browser uses. */
  ask: (client: QueryClient, trpc: Calls) => Promise<unknown>;
  children: ReactNode;
}

/**
 * Asks for the first rows of a list on the server, so that the HTML contains them. With filters in the address, and after
 * a failed call, the browser asks.
 */
export async function Prefetched({ params, searchParams, ask, children }: PrefetchedProps) {
  const { producer } = await params;
  const signedIn = await currentSignedIn();
  if (!signedIn || Object.keys(await searchParams).length > 0) return children;
  const queryClient = new QueryClient();
  const trpc = createTRPCOptionsProxy<AppRouter, { keyPrefix: true }>({
    router: appRouter,
    ctx: pageContext(signedIn, producer),
    queryClient,
    keyPrefix: producer,
  });
  await within(PREFETCH_TIMEOUT_MS, ask(queryClient, trpc), "No rows").catch(() => undefined);
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
