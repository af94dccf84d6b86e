import type { VerdictName } from "@/app/ui/verdict";

/** How many scans there were of each verdict. */
export type Counts = Record<VerdictName, number>;

export const NO_COUNTS: Counts = { original: 0, fake: 0, unknown: 0, error: 0 };

export const allOf = ({ original, fake, unknown, error }: Counts) => original + fake + unknown + error;

export const sumOf = (one: Counts, other: Counts): Counts => ({
  original: one.original + other.original,
  fake: one.fake + other.fake,
  unknown: one.unknown + other.unknown,
  error: one.error + other.error,
});

/** How many of them are asked for: those of a verdict, or all. */
export const wantedOf = (counts: Counts, verdict: VerdictName | null) =>
  verdict === null ? allOf(counts) : counts[verdict];

/** The part of all scans that are fakes. */
export const fakeRate = (counts: Counts) => {
  const all = allOf(counts);
  return all === 0 ? 0 : counts.fake / all;
};

/** From which fake rate on a step begins. */
export const RATE_STEPS = [0, 0.01, 0.03, 0.08, 0.2] as const;

/** The step that a fake rate falls into: 0 is the lowest. */
export const stepOf = (rate: number) => RATE_STEPS.filter((from, step) => step > 0 && rate >= from).length;

/** Of fewer scans than these, a rate says nothing. */
export const MIN_SCANS = 20;
