/** From this ratio upwards a factor is clearer than a percentage. */
const MIN_FACTOR = 3;
/** Smaller shares round to nothing and count as unchanged. */
const MIN_DIFFERENCE = 0.0005;

export type Difference =
  | { way: "same" }
  | { way: "more" | "less"; share: number }
  | { way: "times"; factor: number };

/** Compare a figure with an earlier one, which must not be 0. */
export function differenceOf(now: number, before: number): Difference {
  const share = (now - before) / before;
  if (Math.abs(share) < MIN_DIFFERENCE) return { way: "same" };
  if (now / before >= MIN_FACTOR) return { way: "times", factor: now / before };
  return share > 0 ? { way: "more", share } : { way: "less", share: -share };
}
