import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Report, reports } from "@/db/schema/reports";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Lead, type Listed, readKeyset } from "@/server/data/keyset";
import { shownTitle } from "@/server/domain/shared/shown-title";
import type { ReportFilter } from "./schema";

/** A suspicion as lists show it. */
export interface ListedReport
  extends Pick<Report, "id" | "timestamp" | "kind" | "text" | "email" | "scanId"> {
  identifier: string;
  itemTitle: string | null;
  /** Whether an item had the identifier when it was reported. */
  isOfItem: boolean;
}

const { id, timestamp, kind, text, email, scanId, itemId, producerId, code } = reports;
const columns = {
  id,
  timestamp,
  kind,
  text,
  email,
  scanId,
  itemTitle: shownTitle,
  identifier: sql<string>`coalesce(${code}, ${items.identifier})`,
  isOfItem: sql<boolean>`${itemId} is not null`,
};

const read = (
  ctx: Ctx,
  whose: SQL | undefined,
  page: KeysetPage,
  lead?: Lead,
): Promise<Listed<ListedReport>> =>
  readKeyset<ListedReport>(ctx, page, (ctx) => ({
    time: timestamp,
    id,
    lead,
    keyOf: (row) => ({ at: row.timestamp, id: row.id }),
    read: (range, order, most) =>
      ctx.db
        .select(columns)
        .from(reports)
        .leftJoin(items, eq(items.id, itemId))
        .where(and(whose, range))
        .orderBy(...order)
        .limit(most),
  }));

/** What was reported of the caller's items, and of codes like theirs, newest first; nothing that is not the caller's. */
export async function listReports(
  ctx: Ctx,
  { item, scan }: ReportFilter,
  page: KeysetPage,
): Promise<Listed<ListedReport>> {
  const ownId = callingProducer(ctx).producerId;
  const ofScan = scan === undefined ? undefined : eq(scanId, scan);
  if (item === undefined) {
    // Of one scan there are few: found by the scan, as no index of a producer holds this form, and sorted.
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

/** What was reported of codes that concern no producer, for admins, newest first. */
export function listUnclaimedReports(ctx: Ctx, page: KeysetPage): Promise<Listed<ListedReport>> {
  callingAdmin(ctx);
  return read(ctx, isNull(producerId), page);
}
