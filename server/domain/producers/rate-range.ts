import { z } from "zod";
import { DAY_MS } from "@/server/core/time";

/** Over how many days rates are told. */
export const RATE_DAYS = [7, 30, 90, 365] as const;

export const RateDays = z.union(RATE_DAYS.map((days) => z.literal(days))).default(30);

/** Days of UTC, as `2026-01-31`: from one, before another. */
export interface RateRange {
  days: number;
  from: string;
  before: string;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The last so many days, today included. */
export const daysUntilToday = (days: number, now = Date.now()): RateRange => ({
  days,
  from: dayOf(now - (days - 1) * DAY_MS),
  before: dayOf(now + DAY_MS),
});
