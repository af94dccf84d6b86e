import { DAY_MS } from "@/server/core/time";

/** Preset ranges, in days. */
export const RANGES = ["7", "30", "90", "365"] as const;
export const USUAL_RANGE = "30";

/** The service returns no longer range at once. */
const MAX_DAYS = 1_100;

/** Whole UTC days such as `2026-01-31`, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

const MAX_STEPS = 100;
const WEEK = 7;

export const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`);
export const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const daysBack = (day: string, days: number) => dayAt(startOfDay(day) - days * DAY_MS);
export const daysIn = ({ from, to }: Days) => (startOfDay(to) - startOfDay(from)) / DAY_MS + 1;

/** Days that the map covers: `range` days up to `today`, unless the first or the last day is named. */
export function daysOf(
  today: string,
  range: string,
  from: string | null = null,
  to: string | null = null,
): Days {
  const last = to ?? today;
  const wanted = from ?? daysBack(last, Number(range) - 1);
  const [first, end] = wanted <= last ? [wanted, last] : [last, wanted];
  const days = { from: first, to: end };
  return daysIn(days) <= MAX_DAYS ? days : { from: daysBack(end, MAX_DAYS - 1), to: end };
}

/** Time range of the days in milliseconds; `before` is exclusive. */
export const momentsOf = ({ from, to }: Days) => ({
  from: startOfDay(from),
  before: startOfDay(to) + DAY_MS,
});

/** Steps of the timeline: days, or weeks if there would be too many days. */
export function stepsOf(days: Days): Days[] {
  const length = daysIn(days) > MAX_STEPS ? WEEK : 1;
  const steps: Days[] = [];
  for (let from = startOfDay(days.from); from <= startOfDay(days.to); from += length * DAY_MS) {
    const to = Math.min(from + (length - 1) * DAY_MS, startOfDay(days.to));
    steps.push({ from: dayAt(from), to: dayAt(to) });
  }
  return steps;
}
