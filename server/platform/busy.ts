import os from "node:os";
import { performance as threadPerformance } from "node:perf_hooks";

const SAMPLE_INTERVAL_MS = 500;
/** A loop that answers many callers is hardly busier than this: between calls it waits for the database. */
const MIN_BUSY_LOOP_PERCENT = 30;
/** Share of the machine's processor time. Some stays idle even where all processes wait for each other. */
const MAX_BUSY_IDLE_SHARE = 0.4;

/** Shares this thread's event loop utilisation with other threads, in hundredths. */
export function shareLoopUse(): Int32Array<SharedArrayBuffer> {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let last = threadPerformance.eventLoopUtilization();
  setInterval(() => {
    const now = threadPerformance.eventLoopUtilization();
    shared[0] = Math.round(100 * threadPerformance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, SAMPLE_INTERVAL_MS).unref();
  return shared;
}

/** Times of all processors since the machine started. */
function processorTimes() {
  let [idle, all] = [0, 0];
  for (const { times } of os.cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, all };
}

/**
 * Reports whether background work takes time from callers: the loop that answers them is busy and the machine has little
 * idle time. In a container the times may be those of the host; a database on another machine is not measured.
 */
export function busyGauge(loopUse: Int32Array, timesOf = processorTimes): () => boolean {
  let sampledAt = performance.now();
  let last = timesOf();
  let isBusy = false;
  return () => {
    if (performance.now() - sampledAt < SAMPLE_INTERVAL_MS) return isBusy;
    const now = timesOf();
    const hasLittleIdle = now.idle - last.idle < MAX_BUSY_IDLE_SHARE * (now.all - last.all);
    isBusy = hasLittleIdle && Atomics.load(loopUse, 0) >= MIN_BUSY_LOOP_PERCENT;
    sampledAt = performance.now();
    last = now;
    return isBusy;
  };
}
