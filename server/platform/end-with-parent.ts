import { Worker } from "node:worker_threads";
import { log } from "./log";

const CHECK_INTERVAL_MS = 1_000;

/** Of Node's own modules alone, so that it needs no file. */
const WATCH = `
const { workerData } = require("node:worker_threads");
setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, "SIGKILL");
}, workerData.intervalMs);`;

/** Kills this process within two seconds after its parent, also while its event loop is blocked: a thread of its own watches. */
export function endWithParent(): void {
  const thread = new Worker(WATCH, {
    eval: true,
    workerData: { parent: process.ppid, intervalMs: CHECK_INTERVAL_MS },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  thread.on("error", (err) => log.error({ err }, "the thread that watches the primary failed"));
  thread.unref();
}
