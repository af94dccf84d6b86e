const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const kept = clocks.get(zone);
  if (kept) return kept;
  const clock = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(zone, clock);
  return clock;
}

/** What a clock in the time zone shows at a moment, as if it were UTC. */
function shownAt(zone: string, ms: number): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** The day of a moment in a time zone, as `2026-01-31`. */
export const dayAt = (zone: string, ms: number): string =>
  new Date(shownAt(zone, ms)).toISOString().slice(0, 10);

/** Start of a day in a time zone, in milliseconds; NaN for an invalid day. */
export function startOfDay(zone: string, day: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const wanted = Date.UTC(year, month - 1, date + daysLater);
  if (Number.isNaN(wanted)) return wanted;
  const guess = wanted - (shownAt(zone, wanted) - wanted);
  const better = wanted - (shownAt(zone, guess) - guess);
  // Where clocks skip midnight, the day starts after the gap.
  return shownAt(zone, better) === wanted ? better : Math.max(guess, better);
}
