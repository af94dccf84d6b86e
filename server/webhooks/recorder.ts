import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { isRefusal, shareStatement } from "@/server/data/batcher";
import { log } from "@/server/platform/log";
import { recordTries, type TryResult } from "./record-tries";

const RECORD_BATCH_SIZE = 500;
/** Nobody waits for what is written down; a statement for many costs little more than one for few. */
const GATHER_MS = 20;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const AGAIN_AFTER_MS = 50;
/** What the database refuses for its own sake is not offered for ever; nor is anything, once the process is to end. */
const GIVEN_UP_AFTER_MS = 30_000;

/** Writes down what came of tries. */
export interface Recorder {
  /** Returns once it is written, however long the database is away: what was sent must not be sent again for that. */
  record(result: TryResult): Promise<void>;
  /** Whether a result of the delivery is still to be written: it is then written under the new lease. */
  takesOver(delivery: { id: string; lease: string }): boolean;
  /** From now on, results are given up that can't be written for a while. */
  close(): void;
}

/** Opens the recorder of a process; concurrent results share a statement. */
export function openRecorder(client: Sql): Recorder {
  const unwritten = new Map<string, TryResult>();
  let closedAt = Number.POSITIVE_INFINITY;
  const write = shareStatement<TryResult, { isWritten: boolean }>({
    run: async (results) => {
      const written = new Set(await recordTries(client, results));
      return results.map(({ deliveryId }) => ({ isWritten: written.has(deliveryId) }));
    },
    atOnce: 1,
    most: RECORD_BATCH_SIZE,
    gatherMs: GATHER_MS,
    weigh: { weightOf: ({ body }) => body?.length ?? 0, most: MAX_BATCH_BYTES },
    oneIsToBlame: isRefusal,
  });

  async function writeSurely(result: TryResult) {
    const begun = performance.now();
    for (;;) {
      const { lease } = result;
      try {
        const { isWritten } = await write(result);
        // Under a lease that was lost meanwhile, nothing of what is queued has changed.
        if (isWritten && result.lease === lease) return;
      } catch (err) {
        const from = isRefusal(err) ? begun : closedAt;
        if (performance.now() - from > GIVEN_UP_AFTER_MS) {
          log.error({ err, delivery: result.deliveryId }, "a try could not be recorded");
          return;
        }
      }
      await delay(AGAIN_AFTER_MS);
    }
  }

  return {
    async record(result) {
      unwritten.set(result.deliveryId, result);
      await writeSurely(result);
      unwritten.delete(result.deliveryId);
    },
    takesOver({ id, lease }) {
      const result = unwritten.get(id);
      if (result) result.lease = lease;
      return result !== undefined;
    },
    close() {
      closedAt = performance.now();
    },
  };
}
