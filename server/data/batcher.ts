import { within } from "@/server/core/within";

interface Waiting<In, Out> {
  input: In;
  resolve(out: Out): void;
  reject(reason: unknown): void;
}

export interface BatcherOptions<In, Out> {
  /** One statement for all the inputs; answers in their order. */
  run(inputs: In[]): Promise<Out[]>;
  /** Inputs of one lane go one statement after the other; lanes don't wait for each other. One lane where absent. */
  laneOf?(input: In): string;
  /** How many statements may be under way at once, over all lanes. */
  atOnce: number;
  /** How many inputs one statement takes. */
  most: number;
  /** How long a statement waits for inputs to come together, where that matters more than their own time. */
  gatherMs?: number;
  /** The weight of an input, and how much of it one statement takes; a heavier input goes alone. */
  weigh?: { weightOf(input: In): number; most: number };
  /** Whether a failure was caused by a single input and left nothing behind, so that each is worth a try of its own. */
  oneIsToBlame?(reason: unknown): boolean;
}

/** A statement that has not ended by then never will: its connection is frozen or cut off. */
const DEADLINE_MS = 4_500;

/**
 * Lets concurrent calls share statements: calls that come while a statement of their lane is under way wait and go
 * together into the next one. A lone call waits for nothing.
 */
export function openBatcher<In, Out>(sharing: BatcherOptions<In, Out>): (input: In) => Promise<Out> {
  const { run, laneOf = () => "", atOnce, most, gatherMs, weigh, oneIsToBlame } = sharing;
  const lanes = new Map<string, Waiting<In, Out>[]>();
  const underWay = new Set<string>();
  let scheduled = false;

  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await within(
        DEADLINE_MS,
        run(batch.map((one) => one.input)),
        "No answer from the database",
      );
      for (const [i, one] of batch.entries()) {
        const out = outs[i];
        if (out === undefined) one.reject(new Error("A shared statement left a call without an answer."));
        else one.resolve(out);
      }
    } catch (reason) {
      if (batch.length > 1 && oneIsToBlame?.(reason)) {
        for (const one of batch) await settle([one]);
      } else {
        for (const one of batch) one.reject(reason);
      }
    }
  }

  function take(waiting: Waiting<In, Out>[]): Waiting<In, Out>[] {
    let count = 0;
    let weight = 0;
    for (const { input } of waiting) {
      weight += weigh?.weightOf(input) ?? 0;
      if (count === most || (count > 0 && weigh && weight > weigh.most)) break;
      count++;
    }
    return waiting.splice(0, count);
  }

  function start() {
    scheduled = false;
    for (const [lane, waiting] of lanes) {
      if (underWay.size >= atOnce) return;
      if (underWay.has(lane)) continue;
      const batch = take(waiting);
      if (waiting.length === 0) lanes.delete(lane);
      underWay.add(lane);
      void settle(batch).finally(() => {
        underWay.delete(lane);
        if (gatherMs === undefined) start();
        else startSoon();
      });
    }
  }

  function startSoon() {
    if (scheduled || lanes.size === 0 || underWay.size >= atOnce) return;
    scheduled = true;
    if (gatherMs !== undefined) setTimeout(start, gatherMs);
    // Requests that were read from their sockets together go together.
    else setImmediate(start);
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const lane = laneOf(input);
      const waiting = lanes.get(lane);
      if (waiting) waiting.push({ input, resolve, reject });
      else lanes.set(lane, [{ input, resolve, reject }]);
      startSoon();
    });
}

/** Whether Postgres refused what a row says, or undid the statement for another's sake: nothing of it remains. */
export const isRefusal = (reason: unknown) =>
  reason instanceof Error &&
  "code" in reason &&
  typeof reason.code === "string" &&
  /^(22|23|40|54)/.test(reason.code);
