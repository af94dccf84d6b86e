import { DAY_MS, HOUR_MS } from "@/server/core/time";
import type { StatsRange } from "./schema";

export const UNITS = ["hour", "day", "week"] as const;

/** The buckets of a range. */
export interface Buckets {
  unit: (typeof UNITS)[number];
  /** Start of each bucket in milliseconds: whole UTC hours; the first is the start of the range. */
  starts: number[];
}

const MAX_HOURS = 48;
const MAX_DAYS = 92;
/** 1970-01-05 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

const floorHour = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Returns a function that gives the local time of a zone, encoded as if it were UTC. */
function clockOf(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat("en-u-hc-h23", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (ms) => {
    const part = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
    return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  };
}

/** The whole hour in which the next day of a zone begins. An hour that reaches into the day belongs to it. */
function nextDay(clock: (ms: number) => number, hour: number): number {
  const ms = hour + HOUR_MS - 1_000;
  const shown = clock(ms);
  const midnight = Math.floor(shown / DAY_MS) * DAY_MS + DAY_MS;
  const guess = midnight - (shown - ms);
  // The zone's offset may change before midnight.
  return floorHour(midnight - (clock(guess) - guess));
}

function starts({ from, before }: StatsRange, next: (ms: number) => number): number[] {
  const found: number[] = [];
  for (let at = from; at < before; at = Math.max(next(at), at + HOUR_MS)) found.push(at);
  return found;
}

/** Divides a range by its length into hours, days of a zone, or UTC weeks. */
export function bucketsOf(range: StatsRange, zone: string): Buckets {
  const length = range.before - range.from;
  if (length <= MAX_HOURS * HOUR_MS) return { unit: "hour", starts: starts(range, (ms) => ms + HOUR_MS) };
  if (length <= MAX_DAYS * DAY_MS + HOUR_MS) {
    const clock = clockOf(zone);
    return { unit: "day", starts: starts(range, (ms) => nextDay(clock, ms)) };
  }
  const nextMonday = (ms: number) => (Math.floor((ms - MONDAY_MS) / WEEK_MS) + 1) * WEEK_MS + MONDAY_MS;
  return { unit: "week", starts: starts(range, nextMonday) };
}
