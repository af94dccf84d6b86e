import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Report, reports } from "@/db/schema/reports";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Lead, type Listed, readKeyset } from "@/server/data/keyset";
import { shownTitle } from "@/server/domain/shared/shown-title";
import type { ReportFilter } from "./schema";

/** A report as lists show it. */
export interface ListedReport
  extends Pick<Report, "id" | "timestamp" | "kind" | "text" | "place" | "sellerUrl" | "email" | "scanId"> {
  identifier: string;
  itemTitle: string | null;
  /** Whether an item had the identifier at the time of the report. */
  isOfItem: boolean;
  hasPhoto: boolean;
}

const { id, timestamp, kind, text, place, sellerUrl, email, scanId, itemId, producerId, code } = reports;
const columns = {
  id,
  timestamp,
  kind,
  text,
  place,
  sellerUrl,
  email,
  scanId,
  itemTitle: shownTitle,
  identifier: sql<string>`coalesce(${code}, ${items.identifier})`,
  isOfItem: sql<boolean>`${itemId} is not null`,
  hasPhoto: sql<boolean>`exists (select from report_photos where report_photos.report_id = reports.id)`,
};

const read = (
  ctx: Ctx,
  condition: SQL | undefined,
  page: KeysetPage,
  lead?: Lead,
): Promise<Listed<ListedReport>> =>
  readKeyset<ListedReport>(ctx, page, (ctx) => ({
    time: timestamp,
    id,
    lead,
    keyOf: (row) => ({ at: row.timestamp, id: row.id }),
    read: (range, order, limit) =>
      ctx.db
        .select(columns)
        .from(reports)
        .leftJoin(items, eq(items.id, itemId))
        .where(and(condition, range))
        .orderBy(...order)
        .limit(limit),
  }));

/** Lists the reports of the caller's items, and of unregistered codes that concern the caller, newest first. */
export async function listReports(
  ctx: Ctx,
  { item, scan }: ReportFilter,
  page: KeysetPage,
): Promise<Listed<ListedReport>> {
  const ownId = callingProducer(ctx).producerId;
  const ofScan = scan === undefined ? undefined : eq(scanId, scan);
  if (item === undefined) {
    // A scan has few reports. The text comparison matches no producer index, so they are found by scan and sorted.
    return ofScan
      ? read(ctx, and(ofScan, sql`${producerId}::text = ${ownId}`), page)
      : read(ctx, eq(producerId, ownId), page);
  }
  const [found] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.identifier, item), eq(items.producerId, ownId), isNull(items.deletedAt)));
  if (!found) return { entries: [], nextCursor: null };
  return read(ctx, ofScan, page, { column: itemId, value: found.id });
}

/** Lists the reports of codes that concern no producer, newest first, for admins. */
export function listUnclaimedReports(ctx: Ctx, page: KeysetPage): Promise<Listed<ListedReport>> {
  callingAdmin(ctx);
  return read(ctx, isNull(producerId), page);
}
