import { DAY_MS } from "@/server/core/time";
import type { StatsRange } from "@/server/domain/stats/schema";

/** Days of which the numbers are shown. */
export const SHOWN_DAYS = 28;

/** The start of the first of some UTC days, the last of which contains the end of a span. */
export const firstDayOf = ({ before }: StatsRange, days: number): number =>
  Math.floor((before - 1) / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;

/** Counts moments by UTC day. */
export function countsByDay(moments: readonly number[], first: number, days: number): number[] {
  const counts = new Array<number>(days).fill(0);
  for (const at of moments) {
    const day = Math.floor((at - first) / DAY_MS);
    if (day >= 0 && day < days) counts[day] = (counts[day] ?? 0) + 1;
  }
  return counts;
}
