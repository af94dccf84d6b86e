import type { Calls } from "@/app/request/calls";
import type { CaseFilter, CaseSort } from "./types";

const PAGE_ROWS = 50;
const nextOf = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

/** Filters of the list as it opens. */
export const OPEN_CASES: CaseFilter = { state: "open" };

/** The call of the list of cases: the same on the server, which asks first, and in the browser. */
export const casesQuery = (trpc: Calls, filter: CaseFilter, sort?: CaseSort) =>
  trpc.cases.list.infiniteQueryOptions({ limit: PAGE_ROWS, filter, ...(sort ? { sort } : {}) }, nextOf);

/** The calls of the page of a case. */
export const caseQueries = ({ cases }: Calls, id: string) => ({
  one: cases.get.queryOptions({ id }),
  timeline: cases.timeline.infiniteQueryOptions({ id, limit: PAGE_ROWS }, nextOf),
  scans: cases.scans.infiniteQueryOptions({ id, limit: PAGE_ROWS }, nextOf),
  codes: cases.codes.infiniteQueryOptions({ id, limit: PAGE_ROWS }, nextOf),
  reports: cases.reports.infiniteQueryOptions({ id, limit: PAGE_ROWS }, nextOf),
  alerts: cases.alerts.infiniteQueryOptions({ id, limit: PAGE_ROWS }, nextOf),
  items: cases.items.infiniteQueryOptions({ id, limit: PAGE_ROWS }, nextOf),
  packs: cases.packs.queryOptions({ id }),
  places: cases.places.queryOptions({ id }),
  suggestions: cases.suggestions.queryOptions({ id }),
});
