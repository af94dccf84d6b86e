import { countForWorker } from "./http/limits";
import { enterForWorker, leaveForWorker } from "./http/lookups";
import { openNodeMetrics, startMetrics } from "./metrics";
import { env, instanceSize } from "./platform/env";
import { prepareInstance, sayServing } from "./prepare";
import { runProcess } from "./process";
import { databaseOfWorkers } from "./runtime/database";
import { openWorkers, type Workers } from "./workers";

/**
 * Starts the service as several workers of one instance (decision 0063): this process provides the database and counts for
 * rate limits, and workers, which run the file `exec`, do everything else.
 */
export function startPrimary(exec: string): void {
  let workers: Workers | undefined;
  runProcess({
    async start(started) {
      const startedAt = performance.now();
      const setUpLink = await prepareInstance(started);
      // The database stays; what else the preparation opened, only workers use.
      for (const end of started.splice(1).reverse()) await end();
      workers = openWorkers({
        exec,
        count: instanceSize.workers,
        describeWorker: (number) => ({ number, ...instanceSize, ...databaseOfWorkers() }),
        answers: { count: countForWorker, enterLookup: enterForWorker, leaveLookup: leaveForWorker },
      });
      started.push(workers.stop);
      if (env.METRICS_PORT !== undefined) {
        const readOwn = openNodeMetrics({ worker: "primary" });
        const { readMetrics } = workers;
        const readAll = async () => [await readOwn(), ...(await readMetrics())];
        started.push((await startMetrics(readAll, env.METRICS_PORT, env.METRICS_HOST)).stop);
      }
      const port = await workers.serving;
      sayServing(`port ${port}, ${instanceSize.workers} workers`, startedAt, setUpLink);
    },
    announce: () => workers?.end(),
    onSignals: true,
  });
}
