import { sql } from "drizzle-orm";
import { assessments, type ScanReason } from "@/db/schema/assessments";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { moment } from "@/server/domain/stats/counts";
import type { StatsRange } from "@/server/domain/stats/schema";
import type { Found } from "./concern";
import { firstDayOf, SHOWN_DAYS } from "./days";
import { concernOf, examinedFrom, type Row } from "./rows";

/** The newest suspicious scans that are examined, and further ones with a strong finding, which many weak ones may follow. */
const MAX_ROWS = 1_000;
/** The newest suspicious scans among which strong findings are looked for. */
const MAX_WALKED = 10_000;

/** The findings, strongest first, and how many scans of which each is the strongest make a concern. */
const FINDINGS = [
  { kind: "stolen", minimum: 1 },
  { kind: "invalidated", minimum: 1 },
  { kind: "impossible_travel", minimum: 1 },
  { kind: "many_devices", minimum: 2 },
  { kind: "burst", minimum: 3 },
  { kind: "outside_market", minimum: 5 },
] as const satisfies { kind: ScanReason; minimum: number }[];

const STRONG: readonly ScanReason[] = ["stolen", "invalidated", "impossible_travel"];
const listed = sql.raw(STRONG.map((reason) => `'${reason}'`).join());

interface Examined extends Row, Record<string, unknown> {
  reasons: ScanReason[];
  isFake: boolean;
  /** Its number among all, the newest first. */
  n: number;
  /** How many were walked, and the time of the oldest. */
  walked: number;
  reached: number;
}

/** Since when scans were examined for a finding; undefined where all were. */
function examinedForOf(read: readonly Examined[]): (kind: ScanReason) => number | undefined {
  const newest = examinedFrom(
    read.filter(({ n }) => n <= MAX_ROWS),
    MAX_ROWS,
  );
  const [one] = read;
  const walked = one?.walked === MAX_WALKED ? one.reached : undefined;
  const strong = examinedFrom(read, 2 * MAX_ROWS) ?? walked;
  return (kind) => (STRONG.includes(kind) ? strong : newest);
}

/**
 * Scans with findings of the service. Those that the scanner calls fakes are left to the concerns about fakes. A finding is a
 * concern where it is the strongest of enough scans, and counts all scans that have it, like the list of scans.
 */
export async function suspiciousConcerns(ctx: Ctx, producerId: string, span: StatsRange): Promise<Found[]> {
  const read = await walkIndexes(ctx.db, (db) =>
    db.execute<Examined>(sql`
      with walked as materialized (
        select scan_id, item_id, timestamp, reasons, row_number() over (order by timestamp desc, scan_id desc)::int as n from (
          select scan_id, item_id, timestamp, reasons from ${assessments}
          where producer_id = ${producerId} and timestamp >= ${moment(firstDayOf(span, SHOWN_DAYS))}
            and timestamp < ${moment(span.before)}
          order by timestamp desc, scan_id desc limit ${MAX_WALKED}) as found)
      select n, (select count(*)::int from walked) as walked,
        (select extract(epoch from min(timestamp))::float8 * 1000 from walked) as reached, newest.scan_id as ref, newest.item_id::text as thing, extract(epoch from newest.timestamp)::float8 * 1000 as at,
        newest.reasons, scan.country, scan.copyclassification = 'fake' as "isFake"
      from (
        select * from walked where n <= ${MAX_ROWS} or reasons && array[${listed}]
        order by n limit ${2 * MAX_ROWS}) as newest
      cross join lateral (
        select country, copyclassification from ${scans} where ${scans.id} = newest.scan_id) as scan
      order by n`),
  );
  const examinedFor = examinedForOf(read);
  const strongestOf = ({ reasons }: Examined) => FINDINGS.find(({ kind }) => reasons.includes(kind))?.kind;
  return FINDINGS.flatMap(({ kind, minimum }) => {
    const rows = read.filter(
      ({ reasons, isFake }) => reasons.includes(kind) && (kind === "stolen" || !isFake),
    );
    const own = rows.filter((one) => one.at >= span.from && strongestOf(one) === kind);
    if (own.length < minimum) return [];
    const found = concernOf({ kind, link: "scan", rows, examinedFrom: examinedFor(kind), span }, minimum);
    return found ? [found] : [];
  });
}
