import os from "node:os";
import { performance as ofThread } from "node:perf_hooks";

const SAMPLED_EVERY_MS = 500;
/** A loop that answers callers is hardly more at work even where they are many: between, it waits for the database. */
const MUCH_USED = 30;
/** Of what all processors of the machine could do. Even where all wait for each other, some of it is left. */
const LITTLE_IDLE = 0.4;

/** How much of its time, in hundredths, this thread's event loop is at work, kept where other threads can read it. */
export function shareLoopUse(): Int32Array<SharedArrayBuffer> {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let last = ofThread.eventLoopUtilization();
  setInterval(() => {
    const now = ofThread.eventLoopUtilization();
    shared[0] = Math.round(100 * ofThread.eventLoopUtilization(now, last).utilization);
    last = now;
  }, SAMPLED_EVERY_MS).unref();
  return shared;
}

/** Since the machine was started, of all its processors. */
function processorTimes() {
  let [idle, all] = [0, 0];
  for (const { times } of os.cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, all };
}

/**
 * Whether work in the background takes its time from callers: the loop that answers them is much at work, and the machine
 * has little to spare. In a container the counts may be those of the whole host; a database elsewhere is not seen.
 */
export function busyGauge(loopUse: Int32Array, timesOf = processorTimes): () => boolean {
  let sampledAt = performance.now();
  let last = timesOf();
  let isBusy = false;
  return () => {
    if (performance.now() - sampledAt < SAMPLED_EVERY_MS) return isBusy;
    const now = timesOf();
    const hasLittleIdle = now.idle - last.idle < LITTLE_IDLE * (now.all - last.all);
    isBusy = hasLittleIdle && Atomics.load(loopUse, 0) >= MUCH_USED;
    sampledAt = performance.now();
    last = now;
    return isBusy;
  };
}
