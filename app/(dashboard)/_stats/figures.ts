export interface Counts {
  original: number;
  fake: number;
  unknown: number;
  error: number;
}

export const scansOf = ({ original, fake, unknown, error }: Counts) => original + fake + unknown + error;

/** The part of all scans that are fakes, from 0 to 1; nothing where there are no scans. */
export const fakeRateOf = (counts: Counts): number | undefined =>
  scansOf(counts) === 0 ? undefined : counts.fake / scansOf(counts);
