import type { Calls } from "@/app/request/calls";
import type { ItemFilter, ItemSort } from "./types";

const PAGE_ROWS = 50;

/** The call of the list of items: the same on the server, which asks first, and in the browser. */
export const itemsQuery = (trpc: Calls, filter: ItemFilter, sort?: ItemSort) =>
  trpc.items.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, filter, ...(sort ? { sort } : {}) },
    { getNextPageParam: (page) => page.nextCursor },
  );
