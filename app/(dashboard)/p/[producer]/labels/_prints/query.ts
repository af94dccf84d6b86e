import type { Calls } from "@/app/request/calls";

const PAGE_ROWS = 25;

/** The call of the prints of an item, of a code batch, or of the producer. */
export const printsQuery = (trpc: Calls, filter: { item?: string; batch?: string }) =>
  trpc.labels.prints.infiniteQueryOptions(
    { filter, limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor },
  );
