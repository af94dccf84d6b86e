import { setTimeout as delay } from "node:timers/promises";

const LONGEST_MS = 1_000;

/** Leaves the database to others as long as it was asked for much. The signal ends it early. */
export const restAfter = (began: number, signal?: AbortSignal): Promise<void> =>
  delay(Math.min(performance.now() - began, LONGEST_MS), undefined, { signal }).catch(() => {});
