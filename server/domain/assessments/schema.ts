import type { SCAN_REASONS } from "@/db/schema/assessments";

/** What can speak against a scan: the table's own words, without the table, which browsers need not load. */
export const REASONS = [
  "invalidated",
  "impossible_travel",
  "many_devices",
  "burst",
  "outside_market",
  "contradicts_client",
] as const satisfies typeof SCAN_REASONS;
