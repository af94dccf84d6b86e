import type { Calls } from "@/app/request/calls";
import { type Asked, ownStatsQueries, statsQueries } from "../../../_stats/stats-queries";

/** The calls of the overview: the same on the server, which asks first, and in the browser. */
export const overviewQueries = (trpc: Calls, asked: Asked) => ({
  checklist: trpc.overview.checklist.queryOptions(),
  concerns: trpc.overview.concerns.queryOptions({ range: asked.range }),
  latestScans: trpc.overview.latestScans.queryOptions(),
  ...statsQueries(trpc.stats, asked),
  ...ownStatsQueries(trpc, asked),
});
