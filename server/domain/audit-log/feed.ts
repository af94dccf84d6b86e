import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type AuditEvent, auditEvents } from "@/db/schema/audit-events";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { fittingCount, weightOf, withWeights } from "@/server/data/weight";
import { BEHIND_ALL, cursorText, type FeedCursor, type FeedPage } from "./feed-cursor";
import { positionOf, SETTLED, UNASSIGNED } from "./feed-position";

/** An audit event whose changes stay the database's text, since they are only copied. */
export type AuditEventAsText = Omit<AuditEvent, "changes"> & { changes: string };

const COLUMNS = {
  ...getTableColumns(auditEvents),
  changes: sql<string>`${auditEvents.changes}::text`,
};

/** The producer's rows after a position, in the order of the index. */
function following(producerId: string, { isForeign, xid, id }: FeedCursor): SQL | undefined {
  const own = eq(auditEvents.producerId, producerId);
  const key = sql`(${auditEvents.xid}, ${auditEvents.id})`;
  if (!isForeign) return and(own, sql`${key} > (${xid}, ${id})`, sql`${auditEvents.xid} < ${SETTLED}`);
  // One lower bound: with two, the walk would begin at the lower one and pass all rows of this database.
  const isAmong = sql`${xid}::bigint >= ${UNASSIGNED}`;
  return and(
    own,
    sql`${key} > (case when ${isAmong} then ${xid}::bigint else ${UNASSIGNED} - 1 end,
      case when ${isAmong} then ${id}::bigint else ${BEHIND_ALL}::bigint end)`,
  );
}

interface Rows {
  rows: AuditEventAsText[];
  hasMore: boolean;
}

/** Reads rows after a position: at most `limit`, and no more than fit into a page. */
function readAfter(ctx: Ctx, from: FeedCursor, limit: number): Promise<Rows> {
  const where = following(callingProducer(ctx).producerId, from);
  const order = [asc(auditEvents.xid), asc(auditEvents.id)];
  return withWeights(
    ctx,
    (maxBytes) =>
      walkIndexes(ctx.db, (db) =>
        db
          .select({ bytes: weightOf(sql.join(order, sql`, `), maxBytes, auditEvents.changes) })
          .from(auditEvents)
          .where(where)
          .orderBy(...order)
          .limit(limit + 1),
      ),
    async (weighed) => {
      const count = Math.min(limit, fittingCount(weighed));
      const hasMore = weighed.length > count;
      if (weighed.length === 0) return { rows: [], hasMore };
      const rows = await walkIndexes(ctx.db, (db) =>
        db
          .select(COLUMNS)
          .from(auditEvents)
          .where(where)
          .orderBy(...order)
          .limit(count),
      );
      return { rows, hasMore };
    },
  );
}

/** Whether rows wait for a transaction of another caller that began before theirs. */
async function isHeldBack(ctx: Ctx): Promise<boolean> {
  const found = await ctx.db.execute(sql`
    select from ${auditEvents} where producer_id = ${callingProducer(ctx).producerId}
      and xid >= ${SETTLED} and xid < ${UNASSIGNED} limit 1`);
  return found.length > 0;
}

/** A part of the feed, and the cursor behind it. */
export interface FedEvents {
  events: AuditEventAsText[];
  cursor: string;
  hasMore: boolean;
}

/**
 * Reads the audit log of the calling producer, oldest first, after a cursor. Only events whose transaction and all earlier
 * ones have ended are returned, so that none comes to stand before the cursor later (decision 0077).
 */
export async function readAuditFeed(ctx: Ctx, { after, limit }: FeedPage): Promise<FedEvents> {
  const beganAt = Date.now();
  let from = await positionOf(ctx, callingProducer(ctx).producerId, after);
  let { rows, hasMore } = await readAfter(ctx, from, limit);
  if (from.isForeign && rows.length === 0) {
    from = { ...from, isForeign: false, xid: 0, id: 0 };
    ({ rows, hasMore } = await readAfter(ctx, from, limit));
  }
  const last = rows.at(-1);
  if (!last) return { events: [], cursor: cursorText(from), hasMore };
  const isBehind = hasMore || from.isForeign;
  const readAllAt = isBehind || (await isHeldBack(ctx)) ? from.readAllAt : beganAt;
  const cursor = cursorText({ ...from, xid: last.xid, id: last.id, readAllAt });
  return { events: rows, cursor, hasMore: isBehind };
}
