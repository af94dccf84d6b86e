import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { failFor } from "./platform/say.mjs";

// Settings are read while modules load; importing here ends the process with one line on a bad setting.
const { instanceSize } = await import("./platform/env").catch(failFor);
const hasWorkers = cluster.isPrimary && instanceSize.workers > 1 && !process.argv.includes("--dev");
if (hasWorkers) {
  const { startPrimary } = await import("./primary").catch(failFor);
  startPrimary(fileURLToPath(import.meta.url));
} else await import("./serve").catch(failFor);
