/** While callers need the machine, so many tries are started at once, and so often: nobody's events wait for ever. */
const MIN_STARTS = 50;
const START_INTERVAL_MS = 500;

/** How many tries may be started, beside what receivers can take. */
export interface Pace {
  mayStart(): number;
  hasStarted(): void;
}

/** Tries are started as soon as there is a place for them. */
export const FULL_PACE: Pace = { mayStart: () => Number.POSITIVE_INFINITY, hasStarted: () => {} };

/** As soon as there is a place, but a few now and then while it is busy. */
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
