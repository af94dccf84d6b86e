import next from "next";
import { provideDatabase, say, sayWhy } from "./database";
import { createFront, listen } from "./front";
import { env, publicBaseUrl } from "./platform/env";
import { log } from "./platform/log";
import { announceStop } from "./rest/health";
import { forgetOldKeys } from "./rest/idempotency";
import { runtime } from "./runtime";

const HOUSEKEEPING_EVERY_MS = 3_600_000;
const EXIT_WITHIN_MS = 29_000;

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** What is to be put away, newest first. */
const started: (() => Promise<void> | void)[] = [];
let stopped: Promise<never> | undefined;

async function putAway(exitCode: number): Promise<never> {
  for (const end of started.reverse()) await end();
  say("stopped");
  process.exit(exitCode);
}

function stop(signal: string) {
  if (stopped) return;
  say(`${signal}: finishing what was accepted ...`);
  announceStop();
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
  const { database, close } = runtime();
  started.push(close);

  const app = next({ dev: process.argv.includes("--dev"), dir: process.cwd(), port: env.PORT });
  await app.prepare();
  started.push(() => app.close());
  const serveNext = app.getRequestHandler();
  const front = createFront((request, response) => void serveNext(request, response));

  const housekeeping = setInterval(() => {
    forgetOldKeys(database).catch((err: unknown) => log.warn({ err }, "housekeeping failed"));
  }, HOUSEKEEPING_EVERY_MS).unref();
  started.push(() => clearInterval(housekeeping));

  const port = await listen(front.server, env.PORT, env.HOST);
  started.push(() => front.stop());
  say(`serving on ${publicBaseUrl} (port ${port}), ready after ${since(begun)}`);
  say(`  next: npm run -s producer -- create --name "My brand" --json`);
  say(`  the interface: ${publicBaseUrl}/api/v2, described at ${publicBaseUrl}/api/v2/openapi.json`);
}

const starting = main();
starting.catch((error: unknown) => {
  if (stopped) return;
  sayWhy(error);
  stopped = putAway(1);
});
