import { Worker } from "node:worker_threads";
import type { Database } from "@/db/client";
import { shareLoopUse } from "@/server/platform/busy";
import { log } from "@/server/platform/log";
import { workerFile } from "@/server/platform/worker-file";

const STARTED_AGAIN_AFTER_MS = 1_000;
/** Room for what dies young, as all objects of a delivery do: with the 48 MB that Node would give, a twentieth fewer are sent. */
const YOUNG_MB = 96;

const loopUse = shareLoopUse();

/**
 * Runs a worker file on the database in a thread of its own, so that its work takes no time from callers; one that dies is started again.
 * Returns what ends it: the thread is told to, and waited for until it has finished what is under way.
 */
export function startThread(
  { url }: Pick<Database, "url">,
  { source, built, does }: { source: string; built: string; does: string },
): () => Promise<void> {
  const { filename, execArgv = [] } = workerFile(source, built);
  let isStopping = false;
  let again: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let ended: Promise<void> = Promise.resolve();

  function start() {
    const thread = new Worker(filename, {
      workerData: { url, loopUse },
      execArgv,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker = thread;
    thread.once("error", (err) => log.error({ err }, `the thread that ${does} failed`));
    ended = new Promise((resolve) => {
      thread.once("exit", () => {
        worker = undefined;
        resolve();
        if (!isStopping) again = setTimeout(start, STARTED_AGAIN_AFTER_MS).unref();
      });
    });
  }
  start();

  return async () => {
    isStopping = true;
    clearTimeout(again);
    worker?.postMessage("stop");
    await ended;
  };
}
