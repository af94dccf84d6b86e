import type { LoopName } from "@/db/schema/loop-states";
import type { Loop, Run } from "./loop";

const TIMEOUT_MS = 3_600_000;

/** A loop whose pass is one call: its work skips failing rows by itself (`inBatches`), or has no pieces. */
export const wholeLoop = (
  name: LoopName,
  intervalMs: number,
  work: (run: Run, signal: AbortSignal) => Promise<unknown>,
): Loop<never> => ({
  name,
  intervalMs,
  timeoutMs: TIMEOUT_MS,
  isWhole: true,
  keyOf: String,
  // biome-ignore lint/correctness/useYield: there are no pieces; listing does the work.
  async *batches(run) {
    await work(run, run.signal);
  },
  work: async () => {},
});
