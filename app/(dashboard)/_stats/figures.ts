export interface Counts {
  original: number;
  fake: number;
  unknown: number;
  error: number;
}

export const scansOf = ({ original, fake, unknown, error }: Counts) => original + fake + unknown + error;

/** Fakes among all scans, from 0 to 1; undefined without scans. */
export const fakeRateOf = (counts: Counts): number | undefined =>
  scansOf(counts) === 0 ? undefined : counts.fake / scansOf(counts);
