import type { Calls } from "@/app/request/calls";
import { targetHooksQuery } from "../../webhooks/target-query";

const PAGE_ROWS = 25;
const MAX_SUGGESTED = 20;

/** The calls of a group's page: the same on the server, which asks first, and in the browser. */
export const groupQueries = (trpc: Calls, id: string) => ({
  group: trpc.groups.get.queryOptions({ id }),
  members: (search = "") =>
    trpc.groups.members.infiniteQueryOptions(
      { id, limit: PAGE_ROWS, ...(search ? { search } : {}) },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  /** Members to choose from. */
  suggested: (search?: string) =>
    trpc.groups.members.queryOptions({ id, limit: MAX_SUGGESTED, ...(search ? { search } : {}) }),
  hooks: targetHooksQuery(trpc, { group: id }),
});
