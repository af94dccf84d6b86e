/** The normal quantile of 95 % confidence. */
const Z = 1.959964;

/** A rate and its 95 % confidence interval, all from 0 to 1. */
export interface Share {
  rate: number;
  low: number;
  high: number;
}

/**
 * Wilson's score interval (Wilson 1927): sound for few cases and for rates near 0 and 1, where the usual interval is not.
 * Undefined without cases.
 */
export function shareOf(hits: number, cases: number): Share | undefined {
  if (cases <= 0) return undefined;
  const rate = hits / cases;
  const zz = Z * Z;
  const centre = (rate + zz / (2 * cases)) / (1 + zz / cases);
  const margin = (Z / (1 + zz / cases)) * Math.sqrt((rate * (1 - rate)) / cases + zz / (4 * cases * cases));
  return { rate, low: Math.max(0, centre - margin), high: Math.min(1, centre + margin) };
}
