import { within } from "@/server/core/within";
import { metrics } from "@/server/platform/metrics";
import { beginSpan, failureIn } from "@/server/platform/traces";

interface Waiting<In, Out> {
  input: In;
  resolve(out: Out): void;
  reject(reason: unknown): void;
}

export interface BatcherOptions<In, Out> {
  /** Its name in metrics. */
  name: string;
  /** Runs one statement for all inputs; returns the answers in their order. */
  run(inputs: In[]): Promise<Out[]>;
  /** Statements of one lane run one after the other; lanes do not wait for each other. One lane where absent. */
  laneOf?(input: In): string;
  /** The maximum number of concurrent statements, over all lanes. */
  atOnce: number;
  /** The maximum number of inputs of one statement. */
  most: number;
  /** How long a statement waits for further inputs, where larger batches matter more than latency. */
  gatherMs?: number;
  /** The weight of an input, and the maximum weight of one statement; a heavier input runs alone. */
  weigh?: { weightOf(input: In): number; most: number };
  /** The `traceparent` of an input. A statement is a span of the first trace among its inputs, with links to the others. */
  traceOf?(input: In): string | undefined;
  /** Whether a single input caused a failure without effects, so that each input gets an attempt of its own. */
  oneIsToBlame?(reason: unknown): boolean;
}

/** A statement that takes longer never ends: its connection is frozen or cut off. */
const STATEMENT_TIMEOUT_MS = 4_500;

/**
 * Lets concurrent calls share statements: calls that arrive while a statement of their lane runs share the next one. A
 * lone call does not wait.
 */
export function openBatcher<In, Out>(options: BatcherOptions<In, Out>): (input: In) => Promise<Out> {
  const { name, run, laneOf = () => "", atOnce, most, gatherMs, weigh, oneIsToBlame, traceOf } = options;
  const lanes = new Map<string, Waiting<In, Out>[]>();
  const inFlight = new Set<string>();
  let scheduled = false;

  function traceBatch(batch: Waiting<In, Out>[]) {
    const [parent, ...links] = batch.flatMap(({ input }) => traceOf?.(input) ?? []);
    if (parent === undefined) return undefined;
    const attributes = { "db.system.name": "postgresql", "db.operation.batch.size": batch.length };
    return beginSpan(`commit ${name}`, { kind: "client", parent, links, attributes });
  }

  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    const span = traceOf && traceBatch(batch);
    try {
      const outs = await within(
        STATEMENT_TIMEOUT_MS,
        run(batch.map((one) => one.input)),
        "No answer from the database",
      );
      span?.end();
      for (const [i, one] of batch.entries()) {
        const out = outs[i];
        if (out === undefined) one.reject(new Error("A shared statement returned no answer for a call."));
        else one.resolve(out);
      }
    } catch (reason) {
      span?.end({ failure: failureIn(reason) });
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
      if (inFlight.size >= atOnce) return;
      if (inFlight.has(lane)) continue;
      const batch = take(waiting);
      if (waiting.length === 0) lanes.delete(lane);
      inFlight.add(lane);
      metrics().thread.batchSizes.observe({ batch: name }, batch.length);
      void settle(batch).finally(() => {
        inFlight.delete(lane);
        if (gatherMs === undefined) start();
        else scheduleStart();
      });
    }
  }

  function scheduleStart() {
    if (scheduled || lanes.size === 0 || inFlight.size >= atOnce) return;
    scheduled = true;
    if (gatherMs !== undefined) setTimeout(start, gatherMs);
    // Requests that were read from their sockets together share a statement.
    else setImmediate(start);
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const lane = laneOf(input);
      const waiting = lanes.get(lane);
      if (waiting) waiting.push({ input, resolve, reject });
      else lanes.set(lane, [{ input, resolve, reject }]);
      scheduleStart();
    });
}

/** Whether Postgres refused a value, or rolled the statement back in favour of another one: nothing of it remains. */
export const isRefusal = (reason: unknown) =>
  reason instanceof Error &&
  "code" in reason &&
  typeof reason.code === "string" &&
  /^(22|23|40|54)/.test(reason.code);
