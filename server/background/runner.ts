import { setTimeout as delay } from "node:timers/promises";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import type { LoopReport } from "@/server/loops/report";

type Data = Pick<Run, "db" | "batchClient">;

/** Runs one pass of a loop. Reports success or failure; never throws. */
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
 * Runs each loop at once, then again one interval after each pass that finished its work; passes of a loop never overlap.
 * Returns a function that stops the loops after their batches in progress.
 */
export function startLoops(
  makers: readonly (() => Loop<unknown>)[],
  data: Data,
  report: LoopReport,
): () => Promise<void> {
  const loops = makers.map((make) => {
    const ending = new AbortController();
    const { signal } = ending;
    const runUntilAborted = async () => {
      while (!signal.aborted) {
        const loop = make();
        await runOnce(loop, data, report, signal);
        if (loop.continues?.()) continue;
        await delay(loop.intervalMs, undefined, { signal, ref: false }).catch(() => {});
      }
    };
    return { ending, ended: runUntilAborted() };
  });
  return async () => {
    for (const { ending } of loops) ending.abort();
    await Promise.all(loops.map(({ ended }) => ended));
  };
}
