import type { Calls } from "@/app/request/calls";
import type { GroupSort } from "./types";

const PAGE_ROWS = 50;

/** The call of the list of groups: the same on the server, which asks first, and in the browser. */
export const groupsQuery = (trpc: Calls, search: string, sort?: GroupSort) =>
  trpc.groups.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, ...(search ? { search } : {}), ...(sort ? { sort } : {}) },
    { getNextPageParam: (page) => page.nextCursor },
  );
