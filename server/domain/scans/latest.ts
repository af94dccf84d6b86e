import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import type { Key } from "@/server/data/order";
import { walkIndexes } from "@/server/data/walk-indexes";
import { type ListedScan, readListedScans } from "./listed";

/** The newest scans of the caller's items since a time, oldest first; at most `limit`. */
export async function scansSince(ctx: Ctx, since: Date, limit: number): Promise<ListedScan[]> {
  const where = and(eq(scans.producerId, callingProducer(ctx).producerId), gt(scans.timestamp, since));
  const newest = await walkIndexes(ctx.db, (db) =>
    readListedScans({ ...ctx, db }, where, [desc(scans.timestamp), desc(scans.id)], limit),
  );
  return newest.reverse();
}

/** The scans of the caller's items that follow a key, oldest first; at most `limit`. */
export const scansAfter = (ctx: Ctx, { at, id }: Key, limit: number): Promise<ListedScan[]> =>
  walkIndexes(ctx.db, (db) =>
    readListedScans(
      { ...ctx, db },
      and(
        eq(scans.producerId, callingProducer(ctx).producerId),
        sql`(${scans.timestamp}, ${scans.id}) > (${at.toISOString()}, ${id})`,
      ),
      [asc(scans.timestamp), asc(scans.id)],
      limit,
    ),
  );
