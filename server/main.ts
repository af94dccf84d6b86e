import next from "next";
import { provideDatabase, say, sayWhy } from "./database";
import { createFront, listen } from "./front";
import { env, publicBaseUrl } from "./platform/env";
import { log } from "./platform/log";
import { forgetOldKeys } from "./rest/idempotency";
import { runtime } from "./runtime";

const HOUSEKEEPING_EVERY_MS = 3_600_000;
const EXIT_WITHIN_MS = 29_000;

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Starts everything for one machine: database, migrations, Next, the HTTP front. Stops it in order on a signal. */
async function main() {
  const begun = performance.now();
  const dev = process.argv.includes("--dev");

  say("preparing the database ...");
  const stopDatabase = await provideDatabase();
  say(`database ready (${since(begun)})`);

  const app = next({ dev, dir: process.cwd(), port: env.PORT });
  await app.prepare();
  const serveNext = app.getRequestHandler();
  const front = createFront((request, response) => void serveNext(request, response));

  const housekeeping = setInterval(() => {
    forgetOldKeys({ db: runtime().database.db }).catch((err: unknown) =>
      log.warn({ err }, "housekeeping failed"),
    );
  }, HOUSEKEEPING_EVERY_MS).unref();

  async function stop(signal: string) {
    if (runtime().stopping) return;
    runtime().stopping = true;
    say(`${signal}: finishing what was accepted ...`);
    setTimeout(() => process.exit(1), EXIT_WITHIN_MS).unref();
    clearInterval(housekeeping);
    await front.stop();
    await app.close();
    await runtime().close();
    await stopDatabase();
    say("stopped");
    process.exit(0);
  }
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  try {
    const port = await listen(front.server, env.PORT, env.HOST);
    say(`serving on ${publicBaseUrl} (port ${port}), ready after ${since(begun)}`);
    say(`  next: npm run -s producer -- create --name "My brand" --json`);
    say(`  the interface: ${publicBaseUrl}/api/v2, described at ${publicBaseUrl}/api/v2/openapi.json`);
  } catch (error) {
    await runtime().close();
    await stopDatabase();
    throw error;
  }
}

main().catch((error: unknown) => {
  sayWhy(error);
  process.exit(1);
});
