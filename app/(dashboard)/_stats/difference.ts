/** From so many times as many on, a factor says more than a percentage. */
const MIN_FACTOR = 3;
/** What rounds to nothing is told as the same. */
const MIN_DIFFERENCE = 0.0005;

export type Difference =
  | { way: "same" }
  | { way: "more" | "less"; share: number }
  | { way: "times"; factor: number };

/** How a figure differs from an earlier one that was not 0. */
export function differenceOf(now: number, before: number): Difference {
  const share = (now - before) / before;
  if (Math.abs(share) < MIN_DIFFERENCE) return { way: "same" };
  if (now / before >= MIN_FACTOR) return { way: "times", factor: now / before };
  return share > 0 ? { way: "more", share } : { way: "less", share: -share };
}
