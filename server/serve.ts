import next from "next";
import { z } from "zod";
import { closeArrivals } from "@/server/cells/receive";
import { flushCalls } from "@/server/domain/api-calls/record";
import { openKeys } from "@/server/domain/keys/open";
import { announceStop } from "./api/health";
import { closeReadiness } from "./api/readiness";
import { observeRequest } from "./api/request-metrics";
import { startBackgroundWork } from "./background-work";
import { createFront, type Front, listen } from "./front";
import { openMetricsOfProcess, type ReadMetrics, startMetrics } from "./metrics";
import { noteActivity, onActivity } from "./platform/activity";
import { blobs } from "./platform/blobs";
import { closeCells } from "./platform/cells";
import { derivatives } from "./platform/derivatives";
import { env, publicBaseUrl } from "./platform/env";
import { redisCounter } from "./platform/redis-counter";
import { closeScanMaps } from "./platform/scan-map";
import { closeTraces, openTraces } from "./platform/traces";
import { openPrimary, runsBackgroundWork, worker } from "./platform/worker";
import { prepareInstance, sayServing } from "./prepare";
import { runProcess, type Step } from "./process";
import { provideDatabase } from "./runtime/database";
import { runtime } from "./runtime/runtime";
import { stopLiveFeeds } from "./web/dashboard/live";
import { closeOwnDeliverer } from "./webhooks/own-deliverer";

const Prefixes = z.array(z.string());

/** Starts Next and the HTTP front, and background work where it runs in this process. Returns the port. */
async function serve(started: Step[]): Promise<number> {
  const { database } = runtime();
  started.push(closeReadiness, closeScanMaps, closeArrivals, closeCells);

  const dev = process.argv.includes("--dev");
  const app = next({ dev, dir: process.cwd(), port: env.PORT });
  await app.prepare();
  started.push(() => app.close());
  const serveNext = app.getRequestHandler();
  const front = createFront(
    (request, response) => void serveNext(request, response),
    { dev, https: publicBaseUrl.startsWith("https:") },
    env.METRICS_PORT === undefined ? undefined : observeRequest,
  );
  if (worker) endWithCluster(front);
  if (env.REDIS_URL) {
    started.push(() => redisCounter().close());
    await redisCounter().connected();
  }
  const port = await listen(front.server, env.PORT, env.HOST);
  started.push(flushCalls);
  const background = startBackgroundWork(database);
  started.push(background.stop);
  started.push(async () => {
    await Promise.all([front.stop(), background.stopDelivering(), closeOwnDeliverer()]);
  });
  return port;
}

/** The primary closes the port of its workers by closing their servers: each first finishes its accepted requests. */
function endWithCluster({ server, stop }: Front): void {
  server.close = (closed) => {
    void stop().then(() => closed?.());
    return server;
  };
}

/** Serves as the only process of an instance. */
async function serveAlone(started: Step[]): Promise<void> {
  const startedAt = performance.now();
  await openTraces();
  started.push(closeTraces);
  const setUpLink = await prepareInstance(started);
  if (env.METRICS_PORT !== undefined) {
    const readMetrics = openMetricsOfProcess(runtime().database.db);
    started.push((await startMetrics(() => readMetrics(true), env.METRICS_PORT, env.METRICS_HOST)).stop);
  }
  const port = await serve(started);
  sayServing(`port ${port}`, startedAt, setUpLink);
}

/** Serves as one of several workers, which share what their primary has prepared. */
async function serveAsWorker(started: Step[]): Promise<void> {
  let readMetrics: ReadMetrics | undefined;
  const ask = openPrimary({
    alive: () => true,
    stop: () => stop("told by the primary"),
    activity: noteActivity,
    forgetDerivatives: (prefixes) => derivatives().forget(...Prefixes.parse(prefixes)),
    metrics: (withDatabase) => readMetrics?.(withDatabase === true) ?? [],
  });
  await openTraces();
  started.push(closeTraces, await provideDatabase());
  const { database, close } = runtime();
  started.push(close);
  await openKeys(database);
  started.push(() => blobs().close());
  readMetrics = openMetricsOfProcess(database.db);
  const port = await serve(started);
  if (!runsBackgroundWork) started.push(onActivity(() => void ask("activity").catch(() => {})));
  // A primary that is slow to answer has received it nevertheless.
  ask("serving", port).catch(() => {});
}

const stop = runProcess({
  start: worker ? serveAsWorker : serveAlone,
  announce() {
    announceStop();
    stopLiveFeeds();
  },
  onSignals: !worker,
});
