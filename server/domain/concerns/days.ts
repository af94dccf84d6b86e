import { DAY_MS, HOUR_MS } from "@/server/core/time";
import type { Span } from "./concern";
import { CONCERN_DAYS } from "./schema";

/** Days of which the numbers are shown. */
export const SHOWN_DAYS = 28;

/** The seven days that end with the current hour. */
export function spanAt(now: number): Span {
  const before = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  return { from: before - CONCERN_DAYS * DAY_MS, before };
}

/** The start of the first of some UTC days, the last of which contains the end of a span. */
export const firstDayOf = ({ before }: Span, days: number): number =>
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
