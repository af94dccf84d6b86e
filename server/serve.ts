import next from "next";
import { openKeys } from "@/server/domain/keys/open";
import { bootstrapAdmin } from "@/server/domain/people/first-admin";
import { announceStop } from "./api/health";
import { closeReadiness } from "./api/readiness";
import { startAssessing } from "./background/assessing";
import { startDelivering } from "./background/delivering";
import { LOOPS_OF_PROCESS } from "./background/loops";
import { startLoops } from "./background/runner";
import { startRunningJobs } from "./background/running-jobs";
import { shutDownAll } from "./background/shutdown";
import { startWaking } from "./background/wake";
import { startWatching } from "./background/watch";
import { systemCtx } from "./core/ctx";
import { createFront, listen } from "./front";
import { newRequestId } from "./http/request-id";
import { watchActivity } from "./platform/activity";
import { blobs } from "./platform/blobs";
import { env, firstAdmin, publicBaseUrl } from "./platform/env";
import { say, sayWhy } from "./platform/say.mjs";
import { closeScanMaps } from "./platform/scan-map";
import { provideDatabase } from "./runtime/database";
import { runtime } from "./runtime/runtime";
import { stopLiveFeeds } from "./web/dashboard/live";
import { closeOwnDeliverer } from "./webhooks/own-deliverer";

const EXIT_TIMEOUT_MS = 29_000;

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

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

  say("preparing the database ...");
  started.push(await provideDatabase());
  say(`database ready (${since(startedAt)})`);
  const { database, report, close } = runtime();
  started.push(close);
  await openKeys(database);
  started.push(closeReadiness);
  const setUpLink = await bootstrapAdmin(systemCtx(database, newRequestId()), firstAdmin);

  await blobs().check();
  started.push(() => blobs().close());
  started.push(closeScanMaps);

  const dev = process.argv.includes("--dev");
  const app = next({ dev, dir: process.cwd(), port: env.PORT });
  await app.prepare();
  started.push(() => app.close());
  const serveNext = app.getRequestHandler();
  const front = createFront((request, response) => void serveNext(request, response), {
    dev,
    https: publicBaseUrl.startsWith("https:"),
  });

  started.push(startWatching(database.db));
  started.push(startWaking(database.db));
  started.push(startLoops(LOOPS_OF_PROCESS, database, report, watchActivity()));
  started.push(startAssessing(database));
  started.push(startRunningJobs(database));

  const port = await listen(front.server, env.PORT, env.HOST);
  const stopDelivering = startDelivering(database);
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
