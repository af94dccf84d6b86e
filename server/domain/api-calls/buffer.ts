import type { ApiCall } from "@/db/schema/api-calls";
import { codeOf, isOutage } from "@/server/loops/fault";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";

/** An answered call, before it has a row. */
export type Answered = Pick<
  ApiCall,
  "producerId" | "tokenId" | "method" | "endpoint" | "status" | "ms" | "requestId" | "code"
>;
/** The parts of a call that cost time to make. */
export type Details = Pick<ApiCall, "path" | "requestBody" | "answerBody">;

/** Rows a second for each producer in each process, and rows that may come at once. Failed calls have rows of their own. */
const ALLOWED = {
  succeeded: { perSecond: 10, burst: 100 },
  failed: { perSecond: 20, burst: 200 },
};

const FLUSH_DELAY_MS = 1_000;
const BATCH_ROWS = 500;
/** Statements of one flush that the database may refuse before batches are no longer divided. */
const MAX_REFUSALS = 50;
/** Memory for rows that wait for the database. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** About what a row takes besides its texts. */
const ROW_BYTES = 600;

interface Allowance {
  left: number;
  /** When `left` was counted, in milliseconds. */
  at: number;
  /** The newest row that waits: it counts the calls after it that have none. */
  last: ApiCall | undefined;
}

const bytesOf = ({ path, requestBody, answerBody }: ApiCall) =>
  ROW_BYTES + path.length + (requestBody?.length ?? 0) + (answerBody?.length ?? 0);

const refill = (
  allowance: Allowance,
  { perSecond, burst }: { perSecond: number; burst: number },
  now: number,
) => {
  allowance.left = Math.min(burst, allowance.left + ((now - allowance.at) / 1000) * perSecond);
  allowance.at = now;
};

/**
 * Rows of answered calls that wait for the database, a second at most (decision 0071). Loses what waits where the process is
 * killed; drops and counts rows that have no room.
 */
export class CallBuffer {
  readonly #write: (calls: ApiCall[]) => Promise<unknown>;
  readonly #allowances = {
    succeeded: new Map<string, Allowance>(),
    failed: new Map<string, Allowance>(),
  };
  #waiting: ApiCall[] = [];
  #bytes = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(write: (calls: ApiCall[]) => Promise<unknown>) {
    this.#write = write;
  }

  /** Keeps a call for the next batch, or counts it with the row before it where its producer has had enough of them. */
  add(call: Answered, details: () => Details): void {
    const kind = call.status < 400 ? "succeeded" : "failed";
    const allowance = this.#allowanceOf(kind, call.producerId);
    const isFull = this.#bytes >= MAX_WAITING_BYTES;
    // The first call of a batch always has a row, so that the others have one to be counted with.
    if (allowance.last && (allowance.left < 1 || isFull)) {
      allowance.last.skipped++;
      return;
    }
    if (isFull) {
      this.#lost++;
      return;
    }
    allowance.left -= 1;
    const row: ApiCall = { id: newId(), ...call, ...details(), skipped: 0 };
    allowance.last = row;
    this.#waiting.push(row);
    this.#bytes += bytesOf(row);
    this.#flushLater();
  }

  /** Writes all rows that wait. Never throws: rows that the database refuses are dropped, others wait while it is away. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#flush());
    return this.#flushing;
  }

  #allowanceOf(kind: keyof typeof ALLOWED, producerId: string): Allowance {
    const now = performance.now();
    const known = this.#allowances[kind].get(producerId);
    if (known) {
      refill(known, ALLOWED[kind], now);
      return known;
    }
    const added: Allowance = { left: ALLOWED[kind].burst, at: now, last: undefined };
    this.#allowances[kind].set(producerId, added);
    return added;
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Closes the counters of the rows that are written, and forgets producers with a full allowance. */
  #endBatch(): ApiCall[] {
    const now = performance.now();
    for (const kind of ["succeeded", "failed"] as const) {
      for (const [producerId, allowance] of this.#allowances[kind]) {
        allowance.last = undefined;
        refill(allowance, ALLOWED[kind], now);
        if (allowance.left === ALLOWED[kind].burst) this.#allowances[kind].delete(producerId);
      }
    }
    const calls = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    return calls;
  }

  async #flush(): Promise<void> {
    const calls = this.#endBatch();
    const batches: ApiCall[][] = [];
    for (let from = 0; from < calls.length; from += BATCH_ROWS)
      batches.push(calls.slice(from, from + BATCH_ROWS));
    const refusals: unknown[] = [];
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      try {
        await this.#write(batch);
      } catch (error) {
        if (isOutage(error)) {
          this.#keep([batch, ...batches].flat());
          break;
        }
        // A row that the database refuses takes no other with it.
        const half = refusals.push(error) > MAX_REFUSALS ? 0 : batch.length >> 1;
        if (half > 0) batches.unshift(batch.slice(0, half), batch.slice(half));
        else this.#lost += batch.length;
      }
    }
    if (this.#lost > 0)
      log.warn(
        { calls: this.#lost, codes: [...new Set(refusals.map(codeOf))] },
        "the request log lost calls",
      );
    this.#lost = 0;
  }

  #keep(calls: ApiCall[]): void {
    this.#waiting = [...calls, ...this.#waiting];
    for (const call of calls) this.#bytes += bytesOf(call);
    this.#flushLater();
  }
}
