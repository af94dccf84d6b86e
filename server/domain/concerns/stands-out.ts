/** Scans, and the fakes among them. */
export interface Tally {
  scans: number;
  fakes: number;
}

const MIN_FAKES = 3;
/** A rate has to be this many times the usual one. */
const MIN_TIMES = 2;
/** The usual rate where there are too few other scans to know it, and the lowest one to compare with. */
const LOWEST_USUAL_RATE = 0.01;
const MIN_OTHER_SCANS = 50;
/** The quantile of the normal distribution for 95 %. */
const Z = 1.96;

/** The lower end of the 95 % interval of a rate (Wilson score): few scans prove little. */
export function lowerBound({ scans, fakes }: Tally): number {
  if (scans === 0) return 0;
  const [rate, z2] = [fakes / scans, Z ** 2];
  const spread = Z * Math.sqrt((rate * (1 - rate)) / scans + z2 / (4 * scans ** 2));
  return (rate + z2 / (2 * scans) - spread) / (1 + z2 / scans);
}

/** The rate of fakes to compare with. */
export const usualRate = ({ scans, fakes }: Tally): number =>
  scans < MIN_OTHER_SCANS ? LOWEST_USUAL_RATE : Math.max(LOWEST_USUAL_RATE, fakes / scans);

/**
 * How much fakes stand out: the logarithm of how many times likelier they are at their own rate than at the usual one, so that both their number
 * and their share count; 0 where they may be chance.
 */
export function strengthOf(of: Tally, usual: number): number {
  const isProven = of.fakes >= MIN_FAKES && lowerBound(of) > usual;
  const times = of.fakes / (usual * Math.max(1, of.scans));
  return isProven && times >= MIN_TIMES ? of.fakes * Math.log(times) : 0;
}
