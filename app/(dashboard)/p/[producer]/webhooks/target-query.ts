import type { Calls } from "@/app/request/calls";
import type { HookTarget } from "./types";

const PAGE_ROWS = 10;

/** The call of the webhooks of an item or a group. */
export const targetHooksQuery = (trpc: Calls, target: Exclude<HookTarget, "producer">) =>
  trpc.hooks.list.infiniteQueryOptions(
    { target, limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor },
  );
