import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded before the service, by `--import`: tells its parent for how long the event loop was held since it was last asked.
const RESOLUTION_MS = 2;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();

process.on("message", (question) => {
  if (question !== "delay") return;
  // A timer notices what held it up once it fires.
  setTimeout(() => {
    const ms = Math.max(0, histogram.max / 1e6 - RESOLUTION_MS);
    histogram.reset();
    process.send?.({ delay: ms });
  }, 3 * RESOLUTION_MS);
});
process.channel?.unref();
