import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { failFor } from "./platform/say.mjs";

// What outlives one collection is the page of an export or the batch of a call, not an object to keep (decision 0089).
setFlagsFromString("--no-allocation-site-pretenuring");

// Settings are read while modules load; importing here ends the process with one line on a bad setting.
const { instanceSize } = await import("./platform/env").catch(failFor);
const hasWorkers = cluster.isPrimary && instanceSize.workers > 1 && !process.argv.includes("--dev");
if (hasWorkers) {
  const { startPrimary } = await import("./primary").catch(failFor);
  startPrimary(fileURLToPath(import.meta.url));
} else await import("./serve").catch(failFor);
