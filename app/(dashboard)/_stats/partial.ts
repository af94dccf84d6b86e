/** Days begin at whole hours, and a clock change makes some an hour short. */
const FULL_MS = { hour: 3_600_000, day: 23 * 3_600_000, week: 7 * 24 * 3_600_000 };

/** Whether a bar covers less than its hour, day or week: it is still counting, or the range cuts it off. */
export const isPartial = (
  { unit }: { unit: keyof typeof FULL_MS },
  { from, before }: { from: number; before: number },
  now: number,
) => before > now || before - from < FULL_MS[unit];
