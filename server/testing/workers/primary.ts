import { fileURLToPath } from "node:url";
import { countForWorker } from "@/server/http/limits";
import { enterForWorker, leaveForWorker } from "@/server/http/lookups";
import { openWorkers } from "@/server/workers";

/** A primary with workers that do nothing but what its test asks for. It prints the port, and ends by SIGTERM. */
const workers = openWorkers({
  exec: fileURLToPath(new URL("worker.ts", import.meta.url)),
  count: 2,
  describeWorker: (number) => ({ number, workers: 2, connections: 67 }),
  answers: { count: countForWorker, enterLookup: enterForWorker, leaveLookup: leaveForWorker },
  heartbeatIntervalMs: 1_000,
});
process.on("SIGTERM", async () => {
  await workers.stop();
  process.exit(0);
});
process.stdout.write(`${await workers.serving}\n`);
