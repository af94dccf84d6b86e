import type { Calls } from "@/app/request/calls";

const PAGE_ROWS = 50;

/** The call of the list of jobs: the same on the server, which asks first, and in the browser. */
export const jobsQuery = (trpc: Calls) =>
  trpc.jobs.list.infiniteQueryOptions({ limit: PAGE_ROWS }, { getNextPageParam: (page) => page.nextCursor });

/** The call of a job's page. */
export const jobQuery = (trpc: Calls, id: string) => trpc.jobs.get.queryOptions({ id });
