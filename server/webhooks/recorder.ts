import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { TimeoutError } from "@/server/core/within";
import { openBatcher } from "@/server/data/batcher";
import { isOutage } from "@/server/loops/fault";
import { log } from "@/server/platform/log";
import { type AttemptResult, recordAttempts } from "./record-attempts";

const RECORD_BATCH_SIZE = 500;
/** No caller waits for a record, and a statement for many results costs little more than one for a few. */
const GATHER_MS = 20;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const RETRY_INTERVAL_MS = 50;
/** Refused results back off up to this, since each retry also splits its batch into single statements. */
const MAX_RETRY_INTERVAL_MS = 5_000;
/** Limits the retries of a result that fails alone, and of all results during shutdown. */
const GIVEN_UP_AFTER_MS = 30_000;

/** Whether the result itself caused an error, and not an outage or a timeout of the database. */
const isOwnFault = (reason: unknown) => !isOutage(reason) && !(reason instanceof TimeoutError);

/** Records the results of attempts. */
export interface Recorder {
  /**
   * Records a result. Retries through any outage of the database, so that a sent delivery is not sent again. Sets a result
   * aside that keeps failing by itself.
   */
  record(result: AttemptResult): Promise<void>;
  /** Whether a result of the delivery is not recorded yet. If so, it is recorded under the new lease. */
  takesOver(delivery: { id: string; lease: string }): boolean;
  /** Begins the shutdown: results that cannot be recorded for `GIVEN_UP_AFTER_MS` are given up. */
  close(): void;
}

/** Opens the recorder of a process. Concurrent results share a statement; `setAside` receives those that fail alone. */
export function openRecorder(
  client: Sql,
  setAside: (result: AttemptResult, reason: unknown) => Promise<void>,
): Recorder {
  const unwritten = new Map<string, AttemptResult>();
  let closedAt = Number.POSITIVE_INFINITY;
  const write = openBatcher<AttemptResult, { isWritten: boolean }>({
    name: "attempts",
    run: async (results) => {
      const written = new Set(await recordAttempts(client, results));
      return results.map(({ deliveryId }) => ({ isWritten: written.has(deliveryId) }));
    },
    atOnce: 1,
    most: RECORD_BATCH_SIZE,
    gatherMs: GATHER_MS,
    weigh: { weightOf: ({ body }) => body?.length ?? 0, most: MAX_BATCH_BYTES },
    oneIsToBlame: isOwnFault,
  });

  /** Sets a result aside. Returns whether that worked under the result's current lease. */
  async function isSetAside(result: AttemptResult, reason: unknown): Promise<boolean> {
    const { lease } = result;
    try {
      await setAside(result, reason);
      return result.lease === lease;
    } catch {
      return false;
    }
  }

  async function writeWithRetries(result: AttemptResult) {
    let refusedSince: number | undefined;
    let refusals = 0;
    for (;;) {
      const { lease } = result;
      let pauseMs = RETRY_INTERVAL_MS;
      try {
        const { isWritten } = await write(result);
        // A record under a lost lease does not change the queue.
        if (isWritten && result.lease === lease) return;
      } catch (err) {
        const now = performance.now();
        if (isOwnFault(err)) {
          refusedSince ??= now;
          pauseMs = Math.min(RETRY_INTERVAL_MS * 2 ** refusals++, MAX_RETRY_INTERVAL_MS);
          if (now - refusedSince > GIVEN_UP_AFTER_MS && (await isSetAside(result, err))) return;
        } else if (now - closedAt > GIVEN_UP_AFTER_MS) {
          log.error({ err, delivery: result.deliveryId }, "an attempt could not be recorded");
          return;
        }
      }
      await delay(pauseMs);
    }
  }

  return {
    async record(result) {
      unwritten.set(result.deliveryId, result);
      await writeWithRetries(result);
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
