import { sql } from "drizzle-orm";
import { auditEvents } from "@/db/schema/audit-events";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { walkIndexes } from "@/server/data/walk-indexes";
import { IDENTITY } from "@/server/domain/system/identity";
import { BEGINNING, BEHIND_ALL, type FeedCursor } from "./feed-cursor";

/** Every transaction below has ended, so that all of its rows are visible. */
export const SETTLED = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
/** No transaction of this database has this number or a higher one: such a row was loaded from another database. */
export const UNASSIGNED = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/** A transaction is shorter, and clocks agree better. */
const MAX_DELAY_MS = 3_600_000;
const MAX_ROWS_AGAIN = 10_000;

/**
 * Finds where a reader goes on whose cursor belongs to another database: before all events since it had last read everything.
 * Numbers of transactions do not tell, because those of two databases are unrelated. Where there are too many events, it
 * begins again. Events come twice rather than never. `settled` was read before.
 */
async function resumeAt(
  { db }: Pick<Ctx, "db">,
  producerId: string,
  { readAllAt }: Pick<FeedCursor, "readAllAt">,
  settled: number,
): Promise<Omit<FeedCursor, "lineage">> {
  const since = new Date(Math.min(readAllAt, Date.now()) - MAX_DELAY_MS).toISOString();
  const found = await walkIndexes(db, (db) =>
    db.execute<{ xid: string; id: string; isForeign: boolean; rows: number }>(sql`
      select xid, id, xid >= ${UNASSIGNED} as "isForeign", count(*) over ()::int as rows from (
        select xid, id from ${auditEvents} where producer_id = ${producerId} and at >= ${since}
        order by at, id limit ${MAX_ROWS_AGAIN + 1}) recent
      order by xid >= ${UNASSIGNED} desc, xid, id limit 1`),
  );
  const [first] = found;
  // Transactions from there on may still write rows that come to stand before those that are visible by now.
  if (!first || (!first.isForeign && Number(first.xid) >= settled))
    return { isForeign: false, xid: settled - 1, id: BEHIND_ALL, readAllAt };
  if (first.rows > MAX_ROWS_AGAIN) return BEGINNING;
  return { isForeign: first.isForeign, xid: Number(first.xid), id: Number(first.id) - 1, readAllAt };
}

/** Whether the row of a cursor is there. A position that is no row counts, too. */
async function isThere(
  { db }: Pick<Ctx, "db">,
  producerId: string,
  { xid, id }: FeedCursor,
): Promise<boolean> {
  if (id === 0 || id === BEHIND_ALL) return true;
  const found = await db.execute(sql`
    select from ${auditEvents} where producer_id = ${producerId} and xid = ${xid} and id = ${id}`);
  return found.length > 0;
}

/** The cursor to read after: the reader's, or what stands for it in this database. */
export async function positionOf(
  ctx: Pick<Ctx, "db">,
  producerId: string,
  after: FeedCursor | undefined,
): Promise<FeedCursor> {
  const { ofProducer, ofDatabase, ...read } = only(
    await ctx.db.execute<{ ofProducer: string; ofDatabase: string; settled: string }>(
      sql`select left(md5(${producerId}), 8) as "ofProducer", left(md5(${IDENTITY}), 8) as "ofDatabase", ${SETTLED} as settled`,
    ),
  );
  const [lineage, settled] = [`${ofProducer}${ofDatabase}`, Number(read.settled)];
  if (!after?.lineage.startsWith(ofProducer)) return { lineage, ...BEGINNING };
  // A database that was restored under its name lacks the row, or has not reached its transaction.
  const isOurs =
    after.lineage === lineage &&
    (after.isForeign || after.xid < settled) &&
    (await isThere(ctx, producerId, after));
  return isOurs ? after : { lineage, ...(await resumeAt(ctx, producerId, after, settled)) };
}
