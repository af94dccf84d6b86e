import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Scan, scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/ctx";
import { type ListedScan, readListedScans } from "./list";
import { ownedScan } from "./read";

const MOST_EACH_WAY = 5;

export interface Neighbours {
  /** Newest first. */
  after: ListedScan[];
  before: ListedScan[];
}

const newestFirst = [desc(scans.timestamp), desc(scans.id)];
const oldestFirst = [asc(scans.timestamp), asc(scans.id)];

const asideOf = ({ timestamp, id }: Scan, side: SQL) =>
  and(ne(scans.id, id), sql`(${scans.timestamp}, ${scans.id}) ${side} (${timestamp.toISOString()}, ${id})`);

/** The scans just before and after one, among those of which a condition holds. */
async function around(ctx: Ctx, scan: Scan, among: SQL | undefined): Promise<Neighbours> {
  const [after, before] = await Promise.all([
    readListedScans(ctx, and(among, asideOf(scan, sql`>`)), oldestFirst, MOST_EACH_WAY),
    readListedScans(ctx, and(among, asideOf(scan, sql`<`)), newestFirst, MOST_EACH_WAY),
  ]);
  return { after: after.reverse(), before };
}

/**
 * What was scanned just before and after one of the caller's scans: of the same item, and by the same device among all of
 * the caller's items, where the device is known. 404 if absent, 403 if of another producer's item.
 */
export async function neighboursOf(
  ctx: Ctx,
  id: string,
): Promise<{ ofItem: Neighbours; ofDevice: Neighbours | null }> {
  const scan = await ownedScan(ctx, id);
  const { itemId, producerId, device } = scan;
  const [ofItem, ofDevice] = await Promise.all([
    around(ctx, scan, eq(scans.itemId, itemId)),
    device === null
      ? null
      : around(ctx, scan, and(eq(scans.producerId, producerId), eq(scans.device, device))),
  ]);
  return { ofItem, ofDevice };
}
