import { openSync, readSync } from "node:fs";

/*
 * Loaded before the service by `--import`: reports the longest block of the event loop since the last request, by the clock
 * and by processor time. On a machine whose processors are busy elsewhere, only the clock grows.
 */
const RESOLUTION_MS = 2;

/** Nanoseconds of this thread on a processor, on Linux. */
function openProcessorTime() {
  let file;
  try {
    file = openSync(`/proc/self/task/${process.pid}/schedstat`);
  } catch {
    return () => performance.now() * 1e6;
  }
  const text = Buffer.alloc(100);
  return () => Number(text.toString("latin1", 0, readSync(file, text, 0, text.length, 0)).split(" ")[0]);
}

const processorTime = openProcessorTime();
const held = { byClock: 0, byProcessor: 0 };
let [clockAt, processorAt] = [performance.now(), processorTime()];

// Runs once in a turn of the loop, unless turns are shorter.
setInterval(() => {
  const [clock, processor] = [performance.now(), processorTime()];
  held.byClock = Math.max(held.byClock, clock - clockAt - RESOLUTION_MS);
  held.byProcessor = Math.max(held.byProcessor, (processor - processorAt) / 1e6);
  [clockAt, processorAt] = [clock, processor];
}, RESOLUTION_MS).unref();

process.on("message", (question) => {
  if (question !== "held") return;
  // A timer notices a block only once it fires.
  setTimeout(() => {
    process.send?.({ ...held });
    Object.assign(held, { byClock: 0, byProcessor: 0 });
  }, 3 * RESOLUTION_MS);
});
process.channel?.unref();
