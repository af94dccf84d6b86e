import type { Calls } from "@/app/request/calls";
import type { ItemFilter } from "./types";

const PAGE_ROWS = 50;

/** The call of the list of items: the same on the server, which asks first, and in the browser. */
export const itemsQuery = (trpc: Calls, filter: ItemFilter) =>
  trpc.items.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, filter },
    { getNextPageParam: (page) => page.nextCursor },
  );
