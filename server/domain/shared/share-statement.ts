interface Waiting<In, Out> {
  input: In;
  resolve(out: Out): void;
  reject(reason: unknown): void;
}

export interface Sharing<In, Out> {
  /** One statement for all the inputs; answers in their order. */
  run(inputs: In[]): Promise<Out[]>;
  /** How many statements may be under way at once. */
  atOnce: number;
  /** How many inputs one statement takes. */
  most: number;
  /** Whether a failure was caused by a single input and left nothing behind, so that each is worth a try of its own. */
  oneIsToBlame?(reason: unknown): boolean;
}

/**
 * Lets concurrent calls share statements: calls that come while as many statements as allowed are under way wait and
 * go together into the next one. A lone call waits for nothing.
 */
export function shareStatement<In, Out>({
  run,
  atOnce,
  most,
  oneIsToBlame,
}: Sharing<In, Out>): (input: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let underWay = 0;
  let scheduled = false;

  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await run(batch.map((one) => one.input));
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

  function start() {
    scheduled = false;
    while (underWay < atOnce && waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      underWay++;
      void settle(batch).finally(() => {
        underWay--;
        start();
      });
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (underWay < atOnce && !scheduled) {
        scheduled = true;
        // Requests that were read from their sockets together go together.
        setImmediate(start);
      }
    });
}
