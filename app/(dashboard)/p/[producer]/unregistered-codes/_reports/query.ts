import type { Calls } from "@/app/request/calls";

const PAGE_ROWS = 25;

/** The call of the reports about an item, about a scan, or about all items. */
export const reportsQuery = (trpc: Calls, filter: { item?: string; scan?: string }) =>
  trpc.reports.list.infiniteQueryOptions(
    { filter, limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor },
  );
