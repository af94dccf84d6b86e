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

const sideOf = (scan: Scan, side: SQL) =>
  and(
    eq(scans.itemId, scan.itemId),
    ne(scans.id, scan.id),
    sql`(${scans.timestamp}, ${scans.id}) ${side} (${scan.timestamp.toISOString()}, ${scan.id})`,
  );

/** The scans of the same item just before and after one of the caller's. 404 if absent, 403 if of another producer's item. */
export async function neighboursOf(ctx: Ctx, id: string): Promise<Neighbours> {
  const scan = await ownedScan(ctx, id);
  const [after, before] = await Promise.all([
    readListedScans(ctx, sideOf(scan, sql`>`), oldestFirst, MOST_EACH_WAY),
    readListedScans(ctx, sideOf(scan, sql`<`), newestFirst, MOST_EACH_WAY),
  ]);
  return { after: after.reverse(), before };
}
