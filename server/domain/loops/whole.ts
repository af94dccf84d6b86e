import type { LoopName } from "@/db/schema/loop-states";
import type { Loop, Run } from "./loop";

const TIMEOUT_MS = 3_600_000;

/** A loop whose work steps over its own poison (`inBatches`), or has no pieces: a pass is one call. */
export const wholeLoop = (
  name: LoopName,
  intervalMs: number,
  work: (run: Run, signal: AbortSignal) => Promise<unknown>,
): Loop<never> => ({
  name,
  intervalMs,
  timeoutMs: TIMEOUT_MS,
  keyOf: String,
  // biome-ignore lint/correctness/useYield: there are no pieces; listing does the work.
  async *batches(run) {
    await work(run, run.signal);
  },
  work: async () => {},
});
