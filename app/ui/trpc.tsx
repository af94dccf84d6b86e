"use client";

import { QueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@/server/trpc/root";
import { transformer } from "@/server/trpc/transformer";
import { isSignedOut, isWorthRetrying } from "./failure";

/** `useTRPC()` gives the typed procedures as options for react-query: `useQuery(useTRPC().items.list.queryOptions())`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const PRODUCER_HEADER = "x-assay-producer";

/** The producer that this page shows. In another window of the browser it may be another one by now. */
let producerShown: string | undefined;

/** Every call says from now on that it is meant for this producer. */
export function callFor(producerId: string | undefined): void {
  producerShown = producerId;
}

/** The same for what is no call: part of the query of a live feed, an upload, a picture. */
export const forProducer = (): { producer?: string } =>
  producerShown === undefined ? {} : { producer: producerShown };

const FRESH_FOR_MS = 5_000;
const MOST_TRIES = 2;

const headers = () => (producerShown === undefined ? {} : { [PRODUCER_HEADER]: producerShown });

/** The calls of a page go out together, by the same origin alone. */
export const newTrpcClient = () =>
  createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: "/api/trpc", transformer, maxURLLength: 4_000, maxItems: 20, headers })],
  });

/** What asks and remembers. `onSignedOut` is told when the session has ended. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        retry: (failures, error) => failures < MOST_TRIES && isWorthRetrying(error),
      },
    },
  });
  const watch = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
    if (type === "updated" && action?.type === "error" && isSignedOut(action.error)) onSignedOut();
  };
  client.getQueryCache().subscribe(watch);
  client.getMutationCache().subscribe(watch);
  return client;
}
