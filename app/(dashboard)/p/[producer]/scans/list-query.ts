import type { Calls } from "@/app/request/calls";
import type { ScanFilter, ScanSort } from "./types";

const PAGE_ROWS = 50;

/** The call of the list of scans: the same on the server, which asks first, and in the browser. */
export const scansQuery = (trpc: Calls, filter: ScanFilter, sort?: ScanSort) =>
  trpc.scans.list.infiniteQueryOptions(
    { limit: PAGE_ROWS, filter, ...(sort ? { sort } : {}) },
    { getNextPageParam: (page) => page.nextCursor },
  );
