import type { SCAN_REASONS } from "@/db/schema/assessments";

/** The kinds of findings. Repeats the values of the table, so that browsers do not load the table. */
export const REASONS = [
  "invalidated",
  "stolen",
  "impossible_travel",
  "many_devices",
  "burst",
  "outside_market",
  "contradicts_client",
] as const satisfies typeof SCAN_REASONS;
