/** Scans, and the fakes among them. */
export interface Tally {
  scans: number;
  fakes: number;
}

export const MIN_FAKES = 3;
/** A rate has to be this many times the usual one. */
const MIN_TIMES = 2;
/** The usual rate where there are too few scans to know it, and the lowest one to compare with. */
const LOWEST_USUAL_RATE = 0.01;
/** The highest rate that is usual just because it was the same before. */
const HIGHEST_RATE_BEFORE = 0.1;
const MIN_COMPARED_SCANS = 50;
/** The quantile of the normal distribution for 95 %. */
const Z = 1.96;

/** The 95 % interval of a rate (Wilson score): few scans prove little. */
export function intervalOf({ scans, fakes }: Tally): [lower: number, upper: number] {
  if (scans === 0) return [0, 1];
  const [rate, z2] = [Math.min(1, fakes / scans), Z ** 2];
  const spread = Z * Math.sqrt((rate * (1 - rate)) / scans + z2 / (4 * scans ** 2));
  const of = (sign: number) => (rate + z2 / (2 * scans) + sign * spread) / (1 + z2 / scans);
  return [of(-1), of(1)];
}

/** A rate of fakes to compare with, and the upper end of its interval. */
export interface Usual {
  rate: number;
  upper: number;
}

const atLeast = (lowest: number, of: Tally): Usual => ({
  rate: Math.max(lowest, of.fakes / of.scans),
  upper: Math.max(lowest, intervalOf(of)[1]),
});
const areEnough = ({ scans }: Tally) => scans >= MIN_COMPARED_SCANS;

/** The rate of scans; 1 % where there are too few of them. */
export const usualOf = (of: Tally): Usual =>
  areEnough(of) ? atLeast(LOWEST_USUAL_RATE, of) : { rate: LOWEST_USUAL_RATE, upper: LOWEST_USUAL_RATE };

/** The rate of the other scans of the same time; where they are too few, that of the weeks before, up to 10 %. */
export function usualBeside(others: Tally, before: Tally): Usual {
  if (areEnough(others)) return usualOf(others);
  const { rate, upper } = usualOf(before);
  return { rate: Math.min(HIGHEST_RATE_BEFORE, rate), upper: Math.min(HIGHEST_RATE_BEFORE, upper) };
}

/**
 * How much fakes stand out: the logarithm of how many times likelier they are at their own rate than at the usual one, so that both their number
 * and their share count; 0 where they may be chance.
 */
export function strengthOf(of: Tally, usual: Usual): number {
  const isProven = of.fakes >= MIN_FAKES && intervalOf(of)[0] > usual.upper;
  const times = of.fakes / (usual.rate * Math.max(1, of.scans));
  return isProven && times >= MIN_TIMES ? of.fakes * Math.log(times) : 0;
}
