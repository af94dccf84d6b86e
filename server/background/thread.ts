import { Worker } from "node:worker_threads";
import type { DatabaseAddress } from "@/db/address";
import { sharedActivity } from "@/server/platform/activity";
import { shareLoopUse } from "@/server/platform/busy";
import { log } from "@/server/platform/log";
import { forgetMetrics, keepMetrics } from "@/server/platform/metrics-text";
import { workerFile } from "@/server/platform/worker-file";

const RESTART_DELAY_MS = 1_000;
const loopUse = shareLoopUse();

interface OfThread {
  /** Its name in metrics. */
  name: string;
  source: string;
  built: string;
  /** What the thread does, for the log. */
  does: string;
  /** Space for short-lived objects. */
  youngGenerationMb: number;
  /** The most memory of other objects; by default that of the process. Below 2 GB, V8 collects garbage earlier. */
  oldGenerationMb?: number;
}

/**
 * Runs a worker file in its own thread, so that its work takes no time from callers. Restarts the thread if it dies.
 * Returns a function that stops the thread and waits until it has finished the work in progress.
 */
export function startThread(
  { url, directUrl, isPooled }: DatabaseAddress,
  { name, source, built, does, youngGenerationMb, oldGenerationMb }: OfThread,
): () => Promise<void> {
  const { filename, execArgv = [] } = workerFile(source, built);
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let ended: Promise<void> = Promise.resolve();

  function start() {
    const thread = new Worker(filename, {
      workerData: { address: { url, directUrl, isPooled }, loopUse, activity: sharedActivity(), name },
      execArgv,
      resourceLimits: {
        maxYoungGenerationSizeMb: youngGenerationMb,
        ...(oldGenerationMb === undefined ? {} : { maxOldGenerationSizeMb: oldGenerationMb }),
      },
    });
    worker = thread;
    thread.on("message", (text: unknown) => keepMetrics(name, text));
    thread.once("error", (err) => log.error({ err }, `the thread that ${does} failed`));
    ended = new Promise((resolve) => {
      thread.once("exit", () => {
        worker = undefined;
        forgetMetrics(name);
        resolve();
        if (!isStopping) restart = setTimeout(start, RESTART_DELAY_MS).unref();
      });
    });
  }
  start();

  return async () => {
    isStopping = true;
    clearTimeout(restart);
    worker?.postMessage("stop");
    await ended;
  };
}
