import type { Calls } from "@/app/request/calls";
import type { CallFilter } from "./types";

const PAGE_ROWS = 50;

/** The call of the request log: the same on the server, which asks first, and in the browser. */
export const callsQuery = (trpc: Calls, filter: CallFilter) =>
  trpc.requestLog.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, filter },
    { getNextPageParam: (page) => page.nextCursor },
  );
