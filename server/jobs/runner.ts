import { setTimeout as delay } from "node:timers/promises";
import type { Loop, Run } from "@/server/domain/loops/loop";
import { runPass } from "@/server/domain/loops/pass";
import type { LoopReport } from "@/server/domain/loops/report";

type Data = Pick<Run, "db" | "hot">;

/** One pass of a loop, reported; what fails is told to the report alone. */
export async function runOnce<Piece>(
  loop: Loop<Piece>,
  data: Data,
  report: LoopReport,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await runPass(loop, { ...data, signal });
    report.succeeded(loop.name, loop.intervalMs);
  } catch (reason) {
    if (!signal?.aborted) report.failed(loop.name, loop.intervalMs, reason);
  }
}

/**
 * Runs each loop at once and then again an interval after each pass, never twice at once. Returns what ends that, once the
 * batches in hand are done.
 */
export function startLoops(
  makers: readonly (() => Loop<unknown>)[],
  data: Data,
  report: LoopReport,
): () => Promise<void> {
  const ending = new AbortController();
  const keepOn = async (make: () => Loop<unknown>) => {
    while (!ending.signal.aborted) {
      const loop = make();
      await runOnce(loop, data, report, ending.signal);
      await delay(loop.intervalMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const loops = makers.map(keepOn);
  return async () => {
    ending.abort();
    await Promise.all(loops);
  };
}
