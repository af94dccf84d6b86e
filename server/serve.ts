import next from "next";
import { openKeys } from "@/server/domain/keys/open";
import { bootstrapAdmin } from "@/server/domain/people/first-admin";
import { announceStop } from "./api/health";
import { closeReadiness } from "./api/readiness";
import { observeRequest } from "./api/request-metrics";
import { startAssessing } from "./background/assessing";
import { startDelivering } from "./background/delivering";
import { LOOPS_OF_PROCESS } from "./background/loops";
import { startLoops } from "./background/runner";
import { startRunningJobs } from "./background/running-jobs";
import { shutDownAll } from "./background/shutdown";
import { onceSuperseded } from "./background/superseded";
import { startWaking } from "./background/wake";
import { startWatching } from "./background/watch";
import { backupLoops } from "./backups/loops";
import { systemCtx } from "./core/ctx";
import { isAway } from "./core/outage";
import { createFront, listen } from "./front";
import { newRequestId } from "./http/request-id";
import { startMetrics } from "./metrics";
import { watchActivity } from "./platform/activity";
import { blobs } from "./platform/blobs";
import { env, firstAdmin, publicBaseUrl } from "./platform/env";
import { messageOf, say, sayWhy } from "./platform/say.mjs";
import { closeScanMaps } from "./platform/scan-map";
import { closeTraces, openTraces } from "./platform/traces";
import { provideDatabase } from "./runtime/database";
import { runtime } from "./runtime/runtime";
import { stopLiveFeeds } from "./web/dashboard/live";
import { closeOwnDeliverer } from "./webhooks/own-deliverer";

const EXIT_TIMEOUT_MS = 29_000;

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** A function that does its work once; every call waits for it. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Shutdown steps of everything that has started; they run newest first. */
const started: (() => Promise<void> | void)[] = [];
let stopped: Promise<never> | undefined;

async function shutDown(exitCode: number): Promise<never> {
  await shutDownAll(started.reverse());
  if (exitCode === 0) say("stopped");
  process.exit(exitCode);
}

function stop(signal: string) {
  if (stopped) return;
  say(`${signal}: finishing accepted requests ...`);
  announceStop();
  stopLiveFeeds();
  setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS).unref();
  // A part that is starting must be ready before it can shut down.
  stopped = starting.catch(sayWhy).then(() => shutDown(0));
}

/** Starts the service on one machine: database, migrations, Next, the HTTP front. Stops in order on a signal. */
async function main() {
  const startedAt = performance.now();
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  await openTraces();
  started.push(closeTraces);
  say("preparing the database ...");
  started.push(await provideDatabase());
  say(`database ready (${since(startedAt)})`);
  const { database, report, close } = runtime();
  started.push(close);
  await openKeys(database);
  started.push(closeReadiness);
  const setUpLink = await bootstrapAdmin(systemCtx(database, newRequestId()), firstAdmin);

  started.push(() => blobs().close());
  await blobs()
    .check()
    .catch((error: unknown) => {
      // A folder that cannot be written is a mistake of this machine; a bucket that is away comes back.
      if (!env.S3_BUCKET || !isAway(error)) throw error;
      say(`${messageOf(error)}; serving everything else meanwhile`);
    });
  started.push(closeScanMaps);

  const dev = process.argv.includes("--dev");
  const app = next({ dev, dir: process.cwd(), port: env.PORT });
  await app.prepare();
  started.push(() => app.close());
  const serveNext = app.getRequestHandler();
  const { METRICS_PORT, METRICS_HOST } = env;
  const hasMetrics = METRICS_PORT !== undefined;
  const front = createFront(
    (request, response) => void serveNext(request, response),
    { dev, https: publicBaseUrl.startsWith("https:") },
    hasMetrics ? observeRequest : undefined,
  );

  started.push(startWatching(database.db));
  started.push(startWaking(database.db));
  const background = [
    startLoops([...LOOPS_OF_PROCESS, ...backupLoops(database)], database, report, watchActivity()),
    startAssessing(database),
    startRunningJobs(database),
  ];
  const stopBackground = once(async () => {
    await Promise.all(background.map((stopOne) => stopOne()));
  });
  started.push(stopBackground);

  if (hasMetrics) {
    const metrics = await startMetrics(database.db, METRICS_PORT, METRICS_HOST);
    started.push(metrics.stop);
    say(`metrics on ${METRICS_HOST}, port ${metrics.port}`);
  }
  const port = await listen(front.server, env.PORT, env.HOST);
  const stopDelivering = once(startDelivering(database));
  started.push(
    onceSuperseded(database.db, async () => {
      await Promise.all([stopDelivering(), stopBackground()]);
    }),
  );
  started.push(async () => {
    await Promise.all([front.stop(), stopDelivering(), closeOwnDeliverer()]);
  });
  say(`serving on ${publicBaseUrl} (port ${port}), ready after ${since(startedAt)}`);
  if (setUpLink) say(`  set-up link (works once): ${setUpLink}`);
  say(`  create a producer: npm run -s producer -- create --name "My brand" --json`);
  say(`  API: ${publicBaseUrl}/api/v2, OpenAPI document: ${publicBaseUrl}/api/v2/openapi.json`);
}

const starting = main();
starting.catch((error: unknown) => {
  if (stopped) return;
  sayWhy(error);
  stopped = shutDown(1);
});
