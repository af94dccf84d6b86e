import type { Calls } from "@/app/request/calls";
import type { ScanFilter } from "./types";

const PAGE_ROWS = 50;

/** The call of the list of scans: the same on the server, which asks first, and in the browser. */
export const scansQuery = (trpc: Calls, filter: ScanFilter) =>
  trpc.scans.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, filter },
    { getNextPageParam: (page) => page.nextCursor },
  );
