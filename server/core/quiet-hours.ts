import type { QuietHours } from "@/db/quiet-hours";
import { MINUTE_MS } from "./time";

/** Longer than any quiet hours, also on days that have 25 hours. */
const MAX_MINUTES = 26 * 60;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Time zones have many spellings, and a format takes 40 KB. */
const MAX_FORMATS = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a time zone that does not exist */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  return format;
}

/** Whether a time zone is one that this service knows. */
export function isTimeZone(name: string): boolean {
  try {
    return formatIn(name).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The day of the week, from Monday as 1, and the time of day there. */
function placeIn(timeZone: string, at: number): { day: number; time: string } {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: DAYS.indexOf(parts.get("weekday") ?? "") + 1,
    time: `${parts.get("hour")}:${parts.get("minute")}`,
  };
}

/** Whether a moment is within quiet hours; those past midnight belong to the day on which they began. */
function isQuiet({ from, to, timeZone, days }: QuietHours, at: number): boolean {
  const { day, time } = placeIn(timeZone, at);
  const dayBefore = day === 1 ? DAYS.length : day - 1;
  if (from < to) return days.includes(day) && time >= from && time < to;
  return (days.includes(day) && time >= from) || (days.includes(dayBefore) && time < to);
}

/** When the quiet hours around a moment end, in milliseconds; undefined outside them. */
export function quietUntil(quiet: QuietHours | null, at: number): number | undefined {
  if (!quiet || !isQuiet(quiet, at)) return undefined;
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  for (let passed = 1; passed <= MAX_MINUTES; passed++) {
    const end = minute + passed * MINUTE_MS;
    if (!isQuiet(quiet, end)) return end;
  }
  return minute + MAX_MINUTES * MINUTE_MS;
}
