import type { inferRouterInputs } from "@trpc/server";
import type { Calls } from "@/app/request/calls";
import type { AppRouter } from "@/server/trpc/root";

const PAGE_ROWS = 50;

type Filter = NonNullable<inferRouterInputs<AppRouter>["scans"]["list"]>["filter"];

/** The call of the list of scans: the same on the server, which asks first, and in the browser. */
export const scansQuery = (trpc: Calls, filter: Filter) =>
  trpc.scans.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, filter },
    { getNextPageParam: (page) => page.nextCursor },
  );
