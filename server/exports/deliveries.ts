import type { Ctx } from "@/server/core/ctx";
import { type ListedDelivery, listDeliveries } from "@/server/webhooks/deliveries/read";
import { openKeyset } from "./pages";
import type { Wish } from "./schema";
import { type Columns, type ExportTable, fixedTable, iso } from "./table";

const COLUMNS: Columns<ListedDelivery> = {
  id: ({ id }) => id,
  event: ({ event }) => event,
  created: ({ createdAt }) => iso(createdAt),
  state: ({ state }) => state,
  attempts: ({ attemptsMade }) => attemptsMade,
  lastAttempt: ({ lastAttempt }) => iso(lastAttempt?.startedAt),
  lastStatus: ({ lastAttempt }) => lastAttempt?.status,
  lastFailure: ({ lastAttempt }) => lastAttempt?.failure,
  nextAttempt: ({ nextAt }) => iso(nextAt),
};

/** The deliveries of one of the caller's webhooks, in the order of their list, as a table. */
export async function deliveriesTable(
  ctx: Ctx,
  { filter: { hook, ...filter }, sort }: Wish<"deliveries">,
): Promise<ExportTable> {
  const pages = await openKeyset("uuid", (page) => listDeliveries(ctx, hook, { ...page, sort }, filter));
  return fixedTable(pages, COLUMNS, (pages) => pages);
}
