import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { scans } from "./scans";

/** The reasons of the service's own assessment of a scan (decision 0026). */
export const SCAN_REASONS = [
  "invalidated",
  "stolen",
  "impossible_travel",
  "many_devices",
  "burst",
  "outside_market",
  "contradicts_client",
] as const;

export type ScanReason = (typeof SCAN_REASONS)[number];

/** The evidence of each reason. Times are in milliseconds, countries ISO 3166-1 alpha-2. */
export interface Evidence {
  invalidated?: { at: number };
  /** Since when the item's owner reports it as stolen. */
  stolen?: { at: number };
  /** From the earlier scan to this one; `kmh` is null where both have the same time. */
  impossible_travel?: { scan: string; km: number; hours: number; kmh: number | null };
  /** Within `hours` hours up to the scan. */
  many_devices?: { devices: number; countries: number; hours: number };
  /** Within `minutes` minutes up to the scan. */
  burst?: { scanners: number; minutes: number };
  /** `byAddress`: the country is known only from the caller's IP address. */
  outside_market?: { country: string; markets: string[]; byAddress: boolean };
  /** The reasons that contradict the scanner's `original`. */
  contradicts_client?: { reasons: ScanReason[] };
}

const listed = sql.raw(SCAN_REASONS.map((reason) => `'${reason}'`).join(", "));

/** The service's own opinion of scans, besides the scanner's verdict: a row where there is at least one reason. */
export const assessments = pgTable(
  "assessments",
  {
    scanId: serviceId()
      .primaryKey()
      .references(() => scans.id, { onDelete: "cascade" }),
    // No foreign keys: the scan has them, and their locks would block counting the item's scans.
    producerId: serviceId().notNull(),
    itemId: bigint({ mode: "number" }).notNull(),
    /** The scan's timestamp. */
    timestamp: moment().notNull(),
    /** 1 to 100: the weight of all reasons together. */
    score: smallint().notNull(),
    reasons: text().array().$type<ScanReason[]>().notNull(),
    evidence: jsonb().$type<Evidence>().notNull(),
  },
  (t) => [
    index("assessments_by_producer").on(t.producerId, t.timestamp, t.scanId),
    index("assessments_by_item").on(t.itemId, t.timestamp, t.scanId),
    check("assessments_score", sql`${t.score} between 0 and 100`),
    check(
      "assessments_reasons",
      sql`cardinality(${t.reasons}) > 0 and ${t.reasons} <@ array[${listed}]::text[]`,
    ),
    check(
      "assessments_evidence",
      sql`jsonb_typeof(${t.evidence}) = 'object' and ${t.evidence} ?& ${t.reasons}`,
    ),
  ],
);

export type Assessment = typeof assessments.$inferSelect;
