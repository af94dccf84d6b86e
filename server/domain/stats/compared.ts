import { DAY_MS, HOUR_MS } from "@/server/core/time";
import type { StatsRange } from "./schema";

/** Two times to compare: from a moment to before another one, in milliseconds. */
export interface Compared {
  now: StatsRange;
  /** As many whole days earlier, and no part of the day that `now` has not had yet. */
  before: StatsRange;
}

/**
 * A range as far as it has come, and the same part of the days before it. Changes of the clock make a range of days an
 * hour longer or shorter: it is compared with as many days.
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
