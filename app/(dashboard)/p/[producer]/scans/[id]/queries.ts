import type { Calls } from "@/app/request/calls";

/** The calls of a scan's page, which members and admins share; members' are also asked on the server. */
export const scanQueries = (
  calls: Pick<Calls["scans"], "get" | "neighbours" | "assessment">,
  id: string,
) => ({
  scan: calls.get.queryOptions({ id }),
  neighbours: calls.neighbours.queryOptions({ id }),
  assessment: calls.assessment.queryOptions({ id }),
});
