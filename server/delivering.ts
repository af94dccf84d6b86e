import { Worker } from "node:worker_threads";
import type { Database } from "@/db/client";
import { log } from "./platform/log";
import { workerFile } from "./platform/worker-file";

const { filename, execArgv = [] } = workerFile("server/events/worker.ts", "dist/deliverer.mjs");
const STARTED_AGAIN_AFTER_MS = 1_000;

/**
 * Delivers what becomes due in a thread of its own, so that calling receivers takes no time from callers; one that dies is
 * started again. Returns what ends it: no other try is started, and those under way are waited for.
 */
export function startDelivering({ url }: Pick<Database, "url">): () => Promise<void> {
  let isStopping = false;
  let again: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let ended: Promise<void> = Promise.resolve();

  function start() {
    const thread = new Worker(filename, { workerData: { url }, execArgv });
    worker = thread;
    thread.once("error", (err) => log.error({ err }, "the thread that delivers failed"));
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
