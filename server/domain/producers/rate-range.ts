import { z } from "zod";
import { DAY_MS } from "@/server/core/time";

/** Ranges of fake rates, in days. */
const RATE_DAYS = [7, 30, 90, 365] as const;

export const RateDays = z.union(RATE_DAYS.map((days) => z.literal(days))).default(30);

/** A range of UTC days, such as `2026-01-31`: `from` is included, `before` is not. */
export interface RateRange {
  days: number;
  from: string;
  before: string;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The last `days` days, including today. */
export const daysUntilToday = (days: number, now = Date.now()): RateRange => ({
  days,
  from: dayOf(now - (days - 1) * DAY_MS),
  before: dayOf(now + DAY_MS),
});
