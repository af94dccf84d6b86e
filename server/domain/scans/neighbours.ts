import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Scan, scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import type { Lead } from "@/server/data/keyset";
import { walkIndexes } from "@/server/data/walk-indexes";
import { leadOfDevice } from "./conditions";
import { type ListedScan, readListedScans } from "./listed";
import { ownedScan } from "./read";

const MAX_PER_DIRECTION = 5;

export interface Neighbours {
  /** Newest first. */
  after: ListedScan[];
  before: ListedScan[];
}

/** The scans before and after a scan, of the same item or device, compared as index rows (decision 0036). */
async function around(ctx: Ctx, scan: Scan, { column, value }: Lead, own?: SQL): Promise<Neighbours> {
  const { timestamp, id } = scan;
  const of = sql`${column} >= ${value} and ${column} <= ${value}`;
  const columns = [column, scans.timestamp, scans.id];
  const aside = (side: SQL) =>
    sql`(${column}, ${scans.timestamp}, ${scans.id}) ${side} (${value}, ${timestamp.toISOString()}, ${id})`;
  const read = (side: SQL, order: SQL[]) =>
    walkIndexes(ctx.db, (db) =>
      readListedScans({ ...ctx, db }, and(own, of, aside(side)), order, MAX_PER_DIRECTION),
    );
  const [after, before] = await Promise.all([
    read(
      sql`>`,
      columns.map((one) => asc(one)),
    ),
    read(
      sql`<`,
      columns.map((one) => desc(one)),
    ),
  ]);
  return { after: after.reverse(), before };
}

/**
 * The scans before and after one of the caller's scans: of the same item and, if the device is known, by the same device
 * among all of the caller's items.
 * @throws 404 without the scan, 403 for a scan of another producer's item.
 */
export async function neighboursOf(
  ctx: Ctx,
  id: string,
): Promise<{ ofItem: Neighbours; ofDevice: Neighbours | null }> {
  const scan = await ownedScan(ctx, id);
  const { itemId, producerId, device } = scan;
  const [ofItem, ofDevice] = await Promise.all([
    around(ctx, scan, { column: scans.itemId, value: itemId }),
    device === null
      ? null
      : around(
          ctx,
          scan,
          leadOfDevice(device),
          and(eq(scans.producerId, producerId), eq(scans.device, device)),
        ),
  ]);
  return { ofItem, ofDevice };
}
