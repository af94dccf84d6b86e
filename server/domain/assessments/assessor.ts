import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@/db/client";
import { within } from "@/server/core/within";
import { type LoopReport, NO_REPORT } from "@/server/loops/report";
import { newId } from "@/server/platform/ids";
import { hasWork, releaseLease } from "./progress";
import { type Assessor, MAX_BATCH_SIZE, takeTurn } from "./turn";

const POLL_INTERVAL_MS = 1_000;
/** Pauses between turns: with a backlog, and while callers need the machine, because their scans go first. */
const BACKLOG_INTERVAL_MS = 20;
const BUSY_INTERVAL_MS = 5_000;
/** Each statement has its own timeout; halving a batch may take many statements. */
const TURN_TIMEOUT_MS = 120_000;

const sizeOf = ({ batchSize }: Assessor) => batchSize ?? MAX_BATCH_SIZE;

/**
 * Assesses new scans about a second after they are made, later while callers need the machine, and scans that have no assessment
 * yet. Returns the function that stops it after the current turn.
 */
export function startAssessor(
  db: Connection,
  { isBusy = () => false, report = NO_REPORT }: { isBusy?: () => boolean; report?: LoopReport } = {},
): () => Promise<void> {
  const assessor: Assessor = { id: newId(), seen: new Set() };
  const ending = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => {});

  async function work() {
    while (!ending.signal.aborted) {
      let hasMore = false;
      try {
        if (await hasWork(db, assessor.id))
          ({ hasMore } = await within(
            TURN_TIMEOUT_MS,
            takeTurn(db, assessor),
            "The assessor did not finish a batch",
          ));
        assessor.batchSize = Math.min(MAX_BATCH_SIZE, sizeOf(assessor) * 2);
        report.succeeded("assessing", POLL_INTERVAL_MS);
      } catch (err) {
        assessor.batchSize = Math.ceil(sizeOf(assessor) / 2);
        report.failed("assessing", POLL_INTERVAL_MS, err);
      }
      if (isBusy()) await wait(BUSY_INTERVAL_MS);
      else await wait(hasMore ? BACKLOG_INTERVAL_MS : POLL_INTERVAL_MS);
    }
    await releaseLease(db, assessor.id).catch(() => {});
  }
  const worked = work();

  return () => {
    ending.abort();
    return worked;
  };
}
