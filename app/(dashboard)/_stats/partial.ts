/** Days are cut at whole hours, and some are an hour short. */
const FULL_MS = { hour: 3_600_000, day: 23 * 3_600_000, week: 7 * 24 * 3_600_000 };

/** Whether a bar is not all of its hour, day or week: it is still counting, or the range cuts it off. */
export const isPartial = (
  { unit }: { unit: keyof typeof FULL_MS },
  { from, before }: { from: number; before: number },
  now: number,
) => before > now || before - from < FULL_MS[unit];
