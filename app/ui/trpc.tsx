"use client";

import { QueryClient, useQueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, splitLink, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useMemo } from "react";
import type { AppRouter } from "@/server/trpc/root";
import { transformer } from "@/server/trpc/transformer";
import { askToConfirm } from "./confirmation";
import { isConfirmationNeeded, isSignedOut, isWorthRetrying } from "./failure";

/**
 * `useTRPC()` gives the typed procedures as options for react-query: `useQuery(useTRPC().items.list.queryOptions())`.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter, { keyPrefix: true }>();

const PRODUCER_HEADER = "x-assay-producer";

const STALE_TIME_MS = 5_000;
const MAX_ATTEMPTS = 2;

const MAX_ADDRESS_CHARACTERS = 4_000;

/** Asks for a confirmation where a call needs one, and then makes the call again: nothing that was typed is lost. */
const confirming: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let call = { unsubscribe: () => {} };
      const make = () => {
        call = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (!isConfirmationNeeded(error)) return observer.error(error);
            askToConfirm().then((isConfirmed) => (isConfirmed ? make() : observer.error(error)));
          },
        });
      };
      make();
      return () => call.unsubscribe();
    });

/** tRPC client: batches a page's calls, sends them to the same origin only and names their producer. */
function newTrpcClient(producerId: string | undefined) {
  const options = {
    url: "/api/trpc",
    transformer,
    maxItems: 20,
    headers: producerId === undefined ? {} : { [PRODUCER_HEADER]: producerId },
  };
  return createTRPCClient<AppRouter>({
    links: [
      confirming,
      splitLink({
        condition: ({ input }) => isLong(input),
        true: httpBatchLink({ ...options, methodOverride: "POST" }),
        false: httpBatchLink({ ...options, maxURLLength: MAX_ADDRESS_CHARACTERS }),
      }),
    ],
  });
}

const isLong = (input: unknown) =>
  encodeURIComponent(JSON.stringify(input ?? null)).length > MAX_ADDRESS_CHARACTERS / 2;

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
