import { setTimeout as delay } from "node:timers/promises";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import type { LoopReport } from "@/server/loops/report";
import { noteActivity } from "@/server/platform/activity";
import { beginSpan, failureIn } from "@/server/platform/traces";

type Data = Pick<Run, "db" | "batchClient">;

/** Runs one pass of a loop. Reports success or failure, and traces passes with work; never throws. Returns whether it found work or failed. */
export async function runOnce<Piece>(
  loop: Loop<Piece>,
  data: Data,
  report: LoopReport,
  signal?: AbortSignal,
): Promise<boolean> {
  const startedAt = Date.now();
  const span = () => beginSpan(`loop ${loop.name}`, { startedAt });
  try {
    const handled = await runPass(loop, { ...data, signal });
    if (handled > 0) span()?.end({ attributes: { "assay.pieces": handled } });
    report.succeeded(loop.name, loop.intervalMs);
    return handled > 0;
  } catch (reason) {
    if (!signal?.aborted) {
      span()?.end({ failure: failureIn(reason) });
      report.failed(loop.name, loop.intervalMs, reason);
    }
    return true;
  }
}

/**
 * Runs each loop at once, then again one interval after each pass that finished its work; passes of a loop never overlap. Loops
 * with an idle interval wait longer while they find nothing and the process is not awake.
 * Returns a function that stops the loops after their batches in progress.
 */
export function startLoops(
  makers: readonly (() => Loop<unknown>)[],
  data: Data,
  report: LoopReport,
  isAwake: () => boolean = () => true,
): () => Promise<void> {
  const loops = makers.map((make) => {
    const ending = new AbortController();
    const { signal } = ending;
    const runUntilAborted = async () => {
      while (!signal.aborted) {
        const loop = make();
        const hasWorked = await runOnce(loop, data, report, signal);
        if (loop.continues?.()) continue;
        const { intervalMs, idleIntervalMs = intervalMs } = loop;
        // What the work of this loop wrote may be work for others.
        if (hasWorked && idleIntervalMs > intervalMs) noteActivity();
        const idleUntil = performance.now() + (hasWorked ? 0 : idleIntervalMs);
        do await delay(intervalMs, undefined, { signal, ref: false }).catch(() => {});
        while (!signal.aborted && performance.now() < idleUntil && !isAwake());
      }
    };
    return { ending, ended: runUntilAborted() };
  });
  return async () => {
    for (const { ending } of loops) ending.abort();
    await Promise.all(loops.map(({ ended }) => ended));
  };
}
