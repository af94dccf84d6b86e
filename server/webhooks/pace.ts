/** Attempts that start per interval while callers need the machine, so that events do not wait forever (decision 0033). */
const MIN_STARTS = 50;
const START_INTERVAL_MS = 500;

/** Limits how many attempts may start, in addition to the slots. */
export interface Pace {
  mayStart(): number;
  hasStarted(): void;
}

/** Starts attempts as soon as a slot is free. */
export const FULL_PACE: Pace = { mayStart: () => Number.POSITIVE_INFINITY, hasStarted: () => {} };

/** Starts attempts as soon as a slot is free; while the machine is busy, `MIN_STARTS` per interval. */
export function yieldingPace(isBusy: () => boolean): Pace {
  let startedAt = Number.NEGATIVE_INFINITY;
  return {
    mayStart() {
      if (!isBusy()) return Number.POSITIVE_INFINITY;
      return performance.now() - startedAt >= START_INTERVAL_MS ? MIN_STARTS : 0;
    },
    hasStarted() {
      startedAt = performance.now();
    },
  };
}
