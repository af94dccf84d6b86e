/** Days without which a concern is over. */
export const QUIET_DAYS = 7;

export interface Beginning {
  /** The index of the first day. */
  day: number;
  /** Whether the days before the first one may belong to it, too. */
  isOlder: boolean;
}

/**
 * Finds the day on which something began that is there at the end of the days: goes back as long as the seven days up to a day have it.
 * `strength` tells how much there is of it in the days from `first` to `last`, inclusive; `counts` are those of each day, the oldest first.
 * Of its first seven days, it begins on the one from which on it is strongest, because fakes at the usual rate are no beginning.
 */
export function beginningOf(
  counts: readonly number[],
  strength: (first: number, last: number) => number,
): Beginning {
  let last = counts.length - 1;
  while (last - QUIET_DAYS >= 0 && strength(last - QUIET_DAYS, last - 1) > 0) last--;
  const first = Math.max(0, last - QUIET_DAYS + 1);
  const days = counts.flatMap((count, day) => (day >= first && day <= last && count > 0 ? [day] : []));
  const [earliest = counts.length - 1] = days;
  if (first === 0) return { day: earliest, isOlder: earliest === 0 };
  const strongest = days.reduce(
    (best, day) => (strength(day, last) > strength(best, last) ? day : best),
    earliest,
  );
  return { day: strongest, isOlder: false };
}
