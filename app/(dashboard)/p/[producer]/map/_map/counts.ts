import type { VerdictName } from "@/app/ui/verdict";

/** Number of scans by verdict. */
export type Counts = Record<VerdictName, number>;

export const NO_COUNTS: Counts = { original: 0, fake: 0, unknown: 0, error: 0 };

export const allOf = ({ original, fake, unknown, error }: Counts) => original + fake + unknown + error;

export const sumOf = (one: Counts, other: Counts): Counts => ({
  original: one.original + other.original,
  fake: one.fake + other.fake,
  unknown: one.unknown + other.unknown,
  error: one.error + other.error,
});

/** Number of scans that match the verdict filter. */
export const wantedOf = (counts: Counts, verdict: VerdictName | null) =>
  verdict === null ? allOf(counts) : counts[verdict];

/** Fakes among all scans, 0 to 1. */
export const fakeRate = (counts: Counts) => {
  const all = allOf(counts);
  return all === 0 ? 0 : counts.fake / all;
};

/** Lower bound of each fake-rate step. */
export const RATE_STEPS = [0, 0.01, 0.03, 0.08, 0.2] as const;

/** Step of a fake rate; 0 is the lowest. */
export const stepOf = (rate: number) => RATE_STEPS.filter((from, step) => step > 0 && rate >= from).length;
