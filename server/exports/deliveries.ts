import type { Ctx } from "@/server/core/ctx";
import { type DeliveryFilter, type ListedDelivery, listDeliveries } from "@/server/webhooks/deliveries/read";
import { openKeyset } from "./pages";
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

/** The deliveries of one of the caller's webhooks, newest first, as a table. */
export async function deliveriesTable(
  ctx: Ctx,
  { hook, ...filter }: { hook: string } & DeliveryFilter,
): Promise<ExportTable> {
  const pages = await openKeyset("uuid", (page) => listDeliveries(ctx, hook, page, filter));
  return fixedTable(pages, COLUMNS, (pages) => pages);
}
