import { sql } from "drizzle-orm";
import { assessments, type ScanReason } from "@/db/schema/assessments";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { moment } from "@/server/domain/stats/counts";
import type { StatsRange } from "@/server/domain/stats/schema";
import type { Found } from "./concern";
import { firstDayOf, SHOWN_DAYS } from "./days";
import { concernOf, type Row } from "./rows";

/** The newest suspicious scans that are examined. */
const MAX_ROWS = 1_000;

/** The findings, strongest first, and the scans that make a concern. A scan counts for its strongest finding. */
const MINIMUM = {
  stolen: 1,
  invalidated: 1,
  impossible_travel: 1,
  many_devices: 2,
  burst: 3,
  outside_market: 5,
} as const satisfies Partial<Record<ScanReason, number>>;

const KINDS = [
  "stolen",
  "invalidated",
  "impossible_travel",
  "many_devices",
  "burst",
  "outside_market",
] as const;

/** Scans with findings of the service. Those that the scanner calls fakes are left to the concerns about fakes. */
export async function suspiciousConcerns(ctx: Ctx, producerId: string, span: StatsRange): Promise<Found[]> {
  const read = await walkIndexes(ctx.db, (db) =>
    db.execute<Row & { reasons: ScanReason[]; isFake: boolean } & Record<string, unknown>>(sql`
      select newest.scan_id as ref, newest.item_id::text as thing, extract(epoch from newest.timestamp)::float8 * 1000 as at,
        newest.reasons, scan.country, scan.copyclassification = 'fake' as "isFake"
      from (
        select scan_id, item_id, timestamp, reasons from ${assessments}
        where producer_id = ${producerId} and timestamp >= ${moment(firstDayOf(span, SHOWN_DAYS))}
          and timestamp < ${moment(span.before)}
        order by timestamp desc, scan_id desc limit ${MAX_ROWS}) as newest
      cross join lateral (
        select country, copyclassification from ${scans} where ${scans.id} = newest.scan_id) as scan`),
  );
  const isCut = read.length === MAX_ROWS;
  return KINDS.flatMap((kind) => {
    const rows = read.filter(
      ({ reasons, isFake }) =>
        KINDS.find((one) => reasons.includes(one)) === kind && (kind === "stolen" || !isFake),
    );
    const found = concernOf({ kind, link: "scan", rows, isCut, span }, MINIMUM[kind]);
    return found ? [found] : [];
  });
}
