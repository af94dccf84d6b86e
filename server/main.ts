import next from "next";
import { sweepOrphans } from "@/server/domain/contents/sweep";
import { forgetOldEvents } from "@/server/domain/deliveries/forget-old";
import { letSomebodyIn } from "@/server/domain/people/first-admin";
import { forgetOldTries } from "@/server/domain/people/tries";
import { within } from "@/server/domain/shared/within";
import { ANONYMOUS } from "./auth/caller";
import { stopLiveFeeds } from "./dashboard/live";
import { provideDatabase, say, sayWhy } from "./database";
import { createFront, listen } from "./front";
import { blobs } from "./platform/blobs";
import { env, firstAdmin, publicBaseUrl } from "./platform/env";
import { log } from "./platform/log";
import { closeScanMaps } from "./platform/map/scan-map";
import { announceStop } from "./rest/health";
import { forgetOldKeys } from "./rest/idempotency";
import { newRequestId } from "./rest/request-id";
import { runtime } from "./runtime";

const EXIT_WITHIN_MS = 29_000;

interface Chore {
  name: string;
  everyHours: number;
  work(signal: AbortSignal): Promise<unknown>;
}

/** Does each chore now and then, never twice at once. Returns what ends that, once those under way are done. */
function startHousekeeping(chores: Chore[]): () => Promise<void> {
  const underWay = new Map<string, Promise<unknown>>();
  const ending = new AbortController();
  const timers = chores.map(({ name, everyHours, work }) => {
    const once = () => {
      if (underWay.has(name)) return;
      const done = work(ending.signal)
        .catch((err: unknown) => log.warn({ err }, `housekeeping failed: ${name}`))
        .finally(() => underWay.delete(name));
      underWay.set(name, done);
    };
    once();
    return setInterval(once, everyHours * 3_600_000).unref();
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    ending.abort();
    await Promise.all(underWay.values());
  };
}

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Requests and tries are given 25 s; all else takes moments. */
const PUT_AWAY_WITHIN_MS = 26_000;

/** What is to be put away, newest first. */
const started: (() => Promise<void> | void)[] = [];
let stopped: Promise<never> | undefined;

async function putAway(exitCode: number): Promise<never> {
  // What fails or hangs must not keep the rest from being put away, the database last.
  for (const end of started.reverse()) {
    await within(PUT_AWAY_WITHIN_MS, Promise.resolve().then(end), "Not put away").catch(sayWhy);
  }
  say("stopped");
  process.exit(exitCode);
}

function stop(signal: string) {
  if (stopped) return;
  say(`${signal}: finishing what was accepted ...`);
  announceStop();
  stopLiveFeeds();
  setTimeout(() => process.exit(1), EXIT_WITHIN_MS).unref();
  // What is just being started has to be there before it can be put away.
  stopped = starting.catch(sayWhy).then(() => putAway(0));
}

/** Starts everything for one machine: database, migrations, Next, the HTTP front. Stops it in order on a signal. */
async function main() {
  const begun = performance.now();
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  say("preparing the database ...");
  started.push(await provideDatabase());
  say(`database ready (${since(begun)})`);
  const { database, deliverer, close } = runtime();
  started.push(close);
  const setUpLink = await letSomebodyIn(
    { caller: ANONYMOUS, db: database.db, hot: database.hot, requestId: newRequestId() },
    firstAdmin,
  );

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

  const stopHousekeeping = startHousekeeping([
    { name: "forgetting old idempotency keys", everyHours: 1, work: () => forgetOldKeys(database) },
    { name: "forgetting failed sign-ins", everyHours: 1, work: () => forgetOldTries(database) },
    { name: "forgetting old events", everyHours: 1, work: () => forgetOldEvents(database) },
    { name: "sweeping orphaned files", everyHours: 24, work: (signal) => sweepOrphans(database, { signal }) },
  ]);
  started.push(stopHousekeeping);

  deliverer.start();
  const port = await listen(front.server, env.PORT, env.HOST);
  started.push(async () => {
    await Promise.all([front.stop(), deliverer.close()]);
  });
  say(`serving on ${publicBaseUrl} (port ${port}), ready after ${since(begun)}`);
  if (setUpLink) say(`  set it up, once, at ${setUpLink}`);
  say(`  next: npm run -s producer -- create --name "My brand" --json`);
  say(`  the interface: ${publicBaseUrl}/api/v2, described at ${publicBaseUrl}/api/v2/openapi.json`);
}

const starting = main();
starting.catch((error: unknown) => {
  if (stopped) return;
  sayWhy(error);
  stopped = putAway(1);
});
