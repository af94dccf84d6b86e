import { setTimeout as delay } from "node:timers/promises";

const MAX_REST_MS = 1_000;

/** Rests for as long as the work took, at most a second, which leaves the database to others. The signal ends it early. */
export const restAfter = (began: number, signal?: AbortSignal): Promise<void> =>
  delay(Math.min(performance.now() - began, MAX_REST_MS), undefined, { signal }).catch(() => {});
