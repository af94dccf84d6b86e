/** Days without which a concern is over. */
const QUIET_DAYS = 7;

export interface Beginning {
  /** The index of the first day. */
  day: number;
  /** Whether the days before the first one may belong to it, too. */
  isOlder: boolean;
}

/**
 * Finds the day on which something began that is there at the end of the days: goes back as long as the seven days up to a day have it.
 * `isThere` tells it of the days from `first` to `last`, inclusive; `counts` are those of each day, the oldest first.
 */
export function beginningOf(
  counts: readonly number[],
  isThere: (first: number, last: number) => boolean,
): Beginning {
  let last = counts.length - 1;
  while (last - QUIET_DAYS >= 0 && isThere(last - QUIET_DAYS, last - 1)) last--;
  const first = Math.max(0, last - QUIET_DAYS + 1);
  const day = counts.findIndex((count, i) => i >= first && count > 0);
  return { day: day === -1 ? counts.length - 1 : day, isOlder: first === 0 && day === 0 };
}
