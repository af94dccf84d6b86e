import { ENOUGH_SCANS } from "@/server/core/enough-scans";

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

/** The fake rate where there are enough scans for one; else undefined. */
export const shownRateOf = (counts: Counts): number | undefined =>
  scansOf(counts) < ENOUGH_SCANS ? undefined : fakeRateOf(counts);
