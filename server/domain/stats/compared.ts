import { DAY_MS, HOUR_MS } from "@/server/core/time";
import type { StatsRange } from "./schema";

/** Two ranges to compare, in milliseconds. */
export interface Compared {
  now: StatsRange;
  /** As many whole days earlier, cut where `now` has not come yet. */
  before: StatsRange;
}

/**
 * A range and the same part of the days before it, as far as the range has come. Clock changes make a range of days an
 * hour longer or shorter; it is compared with the same number of days.
 */
export function comparedOf(range: StatsRange, asOf: number): Compared {
  const isRunning = asOf < range.before;
  const length = range.before - range.from;
  const days = Math.max(1, Math.ceil((isRunning ? length : length - HOUR_MS) / DAY_MS));
  const shift = days * DAY_MS;
  const end = Math.min(range.before, Math.max(range.from, asOf)) - shift;
  return {
    now: range,
    before: { from: Math.max(0, range.from - shift), before: Math.max(0, end) },
  };
}
