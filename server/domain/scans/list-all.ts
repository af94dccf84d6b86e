import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { inDegrees } from "@/server/domain/stats/box";
import { leastIdAt } from "@/server/platform/ids";
import { conditionsOf, withFindings } from "./conditions";
import type { ScanFilter } from "./filter";
import { keyOfScan, type ListedScan, readListedScans } from "./listed";

/** A scan in a list over several producers. */
export interface ListedScanOf extends ListedScan {
  producer: { id: string; name: string };
}

/** Adds the producers of scans, with one query. */
export async function withProducers(ctx: Ctx, listed: ListedScan[]): Promise<ListedScanOf[]> {
  if (listed.length === 0) return [];
  const ids = listed.map(({ id }) => id);
  const found = await ctx.db
    .select({ scanId: scans.id, id: producers.id, name: producers.name })
    .from(scans)
    .innerJoin(producers, eq(producers.id, scans.producerId))
    .where(inArray(scans.id, ids));
  const byScan = new Map(found.map(({ scanId, id, name }) => [scanId, { id, name }]));
  return listed.flatMap((scan) => {
    const producer = byScan.get(scan.id);
    return producer ? { ...scan, producer } : [];
  });
}

/**
 * Lists the scans of all producers' items, without those of sandboxes, newest first, for admins. Ids contain the time, so the primary key gives the
 * order, and recording a scan maintains no further index.
 */
export async function listAllScans(
  ctx: Ctx,
  { from, before, box, finding, ...filter }: Omit<ScanFilter, "item" | "group">,
  page: KeysetPage,
): Promise<Listed<ListedScan>> {
  callingAdmin(ctx);
  const walked = and(
    sql`not exists (select from ${producers} where ${producers.id} = ${scans.producerId} and ${producers.sandbox} > 0)`,
    from === undefined ? undefined : gte(scans.id, leastIdAt(from)),
    before === undefined ? undefined : lt(scans.id, leastIdAt(before)),
  );
  const condition = and(
    conditionsOf(filter),
    finding && withFindings(finding),
    box && inDegrees(box, sql`${scans.longitude}`, sql`${scans.latitude}`),
  );
  return readKeyset<ListedScan>(ctx, page, (ctx) => ({
    id: scans.id,
    keyOf: keyOfScan,
    read: (range, order, limit) => readListedScans(ctx, and(walked, condition, range), order, limit),
    ...(condition && { walked: { table: scans, where: walked } }),
  }));
}
