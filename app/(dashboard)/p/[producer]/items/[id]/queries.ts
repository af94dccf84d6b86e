import type { Calls } from "@/app/request/calls";
import { printsQuery } from "../../labels/_prints/query";
import { reportsQuery } from "../../unregistered-codes/_reports/query";
import { targetHooksQuery } from "../../webhooks/target-query";

const MAX_SCANS = 50;
const HISTORY_ENTRIES = 10;

/** The calls of an item's page: the same on the server, which asks first, and in the browser. */
export const itemQueries = (trpc: Calls, identifier: string) => ({
  item: trpc.items.get.queryOptions({ identifier }),
  /** Enough to find the newest scan with a location. */
  scans: trpc.scans.list.queryOptions({ limit: MAX_SCANS, filter: { item: identifier } }),
  places: trpc.items.places.queryOptions({ identifier }),
  ownership: trpc.ownership.ofItem.queryOptions({ identifier }),
  reports: reportsQuery(trpc, { item: identifier }),
  prints: printsQuery(trpc, { item: identifier }),
  hooks: targetHooksQuery(trpc, { item: identifier }),
  history: trpc.items.history.infiniteQueryOptions(
    { identifier, limit: HISTORY_ENTRIES },
    { getNextPageParam: (page) => page.nextCursor },
  ),
});
