"use client";

import { QueryClient, useQueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useMemo } from "react";
import type { AppRouter } from "@/server/trpc/root";
import { transformer } from "@/server/trpc/transformer";
import { isSignedOut, isWorthRetrying } from "./failure";

/**
 * `useTRPC()` gives the typed procedures as options for react-query: `useQuery(useTRPC().items.list.queryOptions())`.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter, { keyPrefix: true }>();

const PRODUCER_HEADER = "x-assay-producer";

const STALE_TIME_MS = 5_000;
const MAX_ATTEMPTS = 2;

/** tRPC client: batches a page's calls, sends them to the same origin only and names their producer. */
const newTrpcClient = (producerId: string | undefined) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: "/api/trpc",
        transformer,
        maxURLLength: 4_000,
        maxItems: 20,
        headers: producerId === undefined ? {} : { [PRODUCER_HEADER]: producerId },
      }),
    ],
  });

interface CallsProviderProps {
  producerId: string | undefined;
  children: ReactNode;
}

/** Scopes the calls below to a producer; cached responses are separate for each producer. */
export function CallsProvider({ producerId, children }: CallsProviderProps) {
  const queryClient = useQueryClient();
  const trpcClient = useMemo(() => newTrpcClient(producerId), [producerId]);
  return (
    <TRPCProvider trpcClient={trpcClient} queryClient={queryClient} keyPrefix={producerId ?? "none"}>
      {children}
    </TRPCProvider>
  );
}

/** The query cache. `onSignedOut` is called when the session has ended. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        retry: (failures, error) => failures < MAX_ATTEMPTS && isWorthRetrying(error),
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
