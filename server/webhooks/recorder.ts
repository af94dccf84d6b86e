import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { TimeoutError } from "@/server/core/within";
import { shareStatement } from "@/server/data/batcher";
import { isOutage } from "@/server/loops/fault";
import { log } from "@/server/platform/log";
import { recordTries, type TryResult } from "./record-tries";

const RECORD_BATCH_SIZE = 500;
/** Nobody waits for what is written down; a statement for many costs little more than one for few. */
const GATHER_MS = 20;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const RETRY_INTERVAL_MS = 50;
/** What is refused is retried less and less often: each time, all that is written together with it is written one by one. */
const MAX_RETRY_INTERVAL_MS = 5_000;
/** What fails alone is not retried for ever; nor is anything, once the process is to end. */
const GIVEN_UP_AFTER_MS = 30_000;

/** Whether a result itself is to blame. Where the database is away, or does not answer in time, none is. */
const isOwnFault = (reason: unknown) => !isOutage(reason) && !(reason instanceof TimeoutError);

/** Writes down what came of tries. */
export interface Recorder {
  /**
   * Returns once it is written, however long the database is away: what was sent must not be sent again for that. A result
   * that fails alone, again and again, is set aside.
   */
  record(result: TryResult): Promise<void>;
  /** Whether a result of the delivery is still to be written: it is then written under the new lease. */
  takesOver(delivery: { id: string; lease: string }): boolean;
  /** From now on, results are given up that can't be written for a while. */
  close(): void;
}

/** Opens the recorder of a process; concurrent results share a statement. `setAside` is given those that fail alone, and why. */
export function openRecorder(
  client: Sql,
  setAside: (result: TryResult, reason: unknown) => Promise<void>,
): Recorder {
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
    oneIsToBlame: isOwnFault,
  });

  /** Whether a result could be set aside, under the lease that it has. */
  async function isSetAside(result: TryResult, reason: unknown): Promise<boolean> {
    const { lease } = result;
    try {
      await setAside(result, reason);
      return result.lease === lease;
    } catch {
      return false;
    }
  }

  async function writeSurely(result: TryResult) {
    let refusedSince: number | undefined;
    let refusals = 0;
    for (;;) {
      const { lease } = result;
      let pauseMs = RETRY_INTERVAL_MS;
      try {
        const { isWritten } = await write(result);
        // Under a lease that was lost meanwhile, nothing of what is queued has changed.
        if (isWritten && result.lease === lease) return;
      } catch (err) {
        const now = performance.now();
        if (isOwnFault(err)) {
          refusedSince ??= now;
          pauseMs = Math.min(RETRY_INTERVAL_MS * 2 ** refusals++, MAX_RETRY_INTERVAL_MS);
          if (now - refusedSince > GIVEN_UP_AFTER_MS && (await isSetAside(result, err))) return;
        } else if (now - closedAt > GIVEN_UP_AFTER_MS) {
          log.error({ err, delivery: result.deliveryId }, "a try could not be recorded");
          return;
        }
      }
      await delay(pauseMs);
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
