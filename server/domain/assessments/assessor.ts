import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@/db/client";
import { within } from "@/server/core/within";
import { type LoopReport, NO_REPORT } from "@/server/loops/report";
import { restAfter } from "@/server/loops/rest";
import { IDLE_INTERVAL_MS } from "@/server/platform/activity";
import { beginSpan, failureIn } from "@/server/platform/traces";
import { hasWork, releaseLeases } from "./progress";
import { type Assessor, MAX_BATCH_SIZE, newAssessor, takeTurn } from "./turn";

const POLL_INTERVAL_MS = 1_000;
const BACKLOG_INTERVAL_MS = 20;
/** While callers need the machine: the scans of a longer time are cheaper together. */
const BUSY_INTERVAL_MS = 1_500;
/** Each statement has its own timeout; halving a batch may take many statements. */
const TURN_TIMEOUT_MS = 120_000;

const sizeOf = ({ batchSize }: Assessor) => batchSize ?? MAX_BATCH_SIZE;

interface Surroundings {
  isBusy?: () => boolean;
  isAwake?: () => boolean;
  report?: LoopReport;
}

/**
 * Assesses new scans about a second after they are made, later while callers need the machine, and scans that have no assessment
 * yet. Returns the function that stops it after the current turn.
 */
export function startAssessor(
  db: Connection,
  { isBusy = () => false, isAwake = () => true, report = NO_REPORT }: Surroundings = {},
): () => Promise<void> {
  const assessor = newAssessor();
  const ending = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => {});

  async function work() {
    while (!ending.signal.aborted) {
      let [hasMore, hasWorked] = [false, false];
      const began = performance.now();
      const startedAt = Date.now();
      const span = () => beginSpan("loop assessing", { startedAt });
      try {
        hasWorked = await hasWork(db, assessor.id);
        if (hasWorked)
          ({ hasMore } = await within(
            TURN_TIMEOUT_MS,
            takeTurn(db, assessor),
            "The assessor did not finish a batch",
          ));
        if (hasWorked) span()?.end();
        assessor.batchSize = Math.min(MAX_BATCH_SIZE, sizeOf(assessor) * 2);
        report.succeeded("assessing", POLL_INTERVAL_MS);
      } catch (err) {
        hasWorked = true;
        span()?.end({ failure: failureIn(err) });
        assessor.batchSize = Math.ceil(sizeOf(assessor) / 2);
        report.failed("assessing", POLL_INTERVAL_MS, err);
      }
      if (!hasMore) {
        const idleUntil = began + (hasWorked ? 0 : IDLE_INTERVAL_MS);
        do await wait(isBusy() ? BUSY_INTERVAL_MS : POLL_INTERVAL_MS);
        while (!ending.signal.aborted && performance.now() < idleUntil && !isAwake());
      }
      // A backlog grows while it waits: callers have half of the time.
      else if (isBusy()) await restAfter(began, ending.signal);
      else await wait(BACKLOG_INTERVAL_MS);
    }
    await releaseLeases(db, assessor.id).catch(() => {});
  }
  const worked = work();

  return () => {
    ending.abort();
    return worked;
  };
}
