import type { Calls } from "@/app/request/calls";

const PAGE_ROWS = 50;

/** The call of the list of code batches: the same on the server, which asks first, and in the browser. */
export const codeBatchesQuery = (trpc: Calls) =>
  trpc.codes.batches.infiniteQueryOptions(
    { limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor },
  );

/** The call of a batch's page. */
export const codeBatchQuery = (trpc: Calls, id: string) => trpc.codes.batch.queryOptions({ id });

/** The call of the codes of a batch. */
export const codesQuery = (trpc: Calls, id: string) =>
  trpc.codes.list.infiniteQueryOptions(
    { id, limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor },
  );
