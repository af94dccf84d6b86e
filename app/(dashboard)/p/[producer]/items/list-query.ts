import type { inferRouterInputs } from "@trpc/server";
import type { Calls } from "@/app/request/calls";
import type { AppRouter } from "@/server/trpc/root";

const PAGE_ROWS = 50;

type Filter = NonNullable<inferRouterInputs<AppRouter>["items"]["list"]>["filter"];

/** The call of the list of items: the same on the server, which asks first, and in the browser. */
export const itemsQuery = (trpc: Calls, filter: Filter) =>
  trpc.items.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, filter },
    { getNextPageParam: (page) => page.nextCursor },
  );
