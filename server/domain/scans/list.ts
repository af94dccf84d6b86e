import { and, eq, type SQL, sql } from "drizzle-orm";
import { scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { during, isLed, type Listed, type SortedPage, type Walk } from "@/server/data/keyset";
import { orderOf, sortOf } from "@/server/data/order";
import { readMerged } from "@/server/data/walks";
import type { ScanFilter } from "./filter";
import { keyOfScan, type ListedScan, readListedScans } from "./listed";
import { planOf } from "./plan";

/** How a list of scans may be sorted. */
export const ScanSort = sortOf("time");

const MAX_SCANS_IN_BOX = 20_000;

/** The newest scans in a box, found by place; undefined if the box holds too many scans for that. */
async function scansInBox(
  ctx: Ctx,
  inBox: SQL,
  { remaining, order, limit }: { remaining: SQL | undefined; order: SQL[]; limit: number },
): Promise<ListedScan[] | undefined> {
  const [found] = await ctx.db.execute<{ many: boolean }>(
    sql`select count(*) > ${MAX_SCANS_IN_BOX} as many from (select from ${scans} where ${inBox} limit ${MAX_SCANS_IN_BOX + 1}) inside`,
  );
  if (found?.many) return undefined;
  // The offset separates the search by place from the order; otherwise the planner uses the index of the order.
  const ids = sql`select inside.id from (select ${scans.id} from ${scans} where ${inBox} offset 0) inside`;
  return readListedScans(ctx, and(sql`${scans.id} in (${ids})`, remaining), order, limit);
}

/**
 * Lists the scans of the caller's items that match a filter, newest first unless sorted otherwise; none for another
 * producer's item or group.
 */
export async function listScans(
  ctx: Ctx,
  filter: ScanFilter,
  page: SortedPage<"time">,
): Promise<Listed<ListedScan>> {
  const { producerId } = callingProducer(ctx);
  const plan = await planOf(ctx, filter);
  if (!plan) return { entries: [], nextCursor: null };
  const { along, remaining, inBox } = plan;
  const order = orderOf(page.sort, { time: { column: along.time, values: "time" } }, "time");
  const walks = plan.ways.map(
    ({ lead, walked }) =>
      (ctx: Ctx): Walk<ListedScan> => ({
        time: along.time,
        order,
        id: along.id,
        lead,
        keyOf: keyOfScan,
        read: (range, order, limit) => readListedScans(ctx, and(walked, remaining, range), order, limit),
        ...(remaining && { walked: { table: along.table, where: walked } }),
        ...(inBox &&
          along.table === scans && {
            shortcut: async (range, order, limit) => {
              const inTime = during({ time: scans.timestamp }, filter);
              const rows = await scansInBox(
                ctx,
                and(eq(scans.producerId, producerId), inTime, inBox) ?? inBox,
                {
                  remaining: and(isLed({ lead }), walked, remaining, range),
                  order,
                  limit,
                },
              );
              return rows && { rows };
            },
          }),
      }),
  );
  return readMerged(ctx, page, walks);
}
