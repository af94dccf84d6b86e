import type { Calls } from "@/app/request/calls";

const PAGE_ROWS = 50;

/** The call of the list of groups: the same on the server, which asks first, and in the browser. */
export const groupsQuery = (trpc: Calls, search: string) =>
  trpc.groups.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, ...(search ? { search } : {}) },
    { getNextPageParam: (page) => page.nextCursor },
  );
