import next from "next";
import { judgeRules } from "@/server/domain/alerts/judge-rules";
import { sendAlertMails } from "@/server/domain/alerts/send-mails";
import { sweepOrphans } from "@/server/domain/contents/sweep";
import { forgetOldEvents } from "@/server/domain/deliveries/forget-old";
import { releaseReadable } from "@/server/domain/hooks/release-readable";
import { openKeys } from "@/server/domain/keys/open";
import { resealAll } from "@/server/domain/keys/reseal";
import { learnKeyRoles } from "@/server/domain/keys/roles";
import { forgetEndedSessions } from "@/server/domain/people/end-session";
import { letSomebodyIn } from "@/server/domain/people/first-admin";
import { forgetOldTries } from "@/server/domain/people/tries";
import { carryOutErasures } from "@/server/domain/privacy/erase";
import { keepRetention } from "@/server/domain/privacy/retention";
import { forgetStalePictures } from "@/server/domain/privacy/stale-pictures";
import { countScans } from "@/server/domain/stats/count-scans";
import { startAssessing } from "./assessing";
import { ANONYMOUS } from "./auth/caller";
import { stopLiveFeeds } from "./dashboard/live";
import { provideDatabase, say, sayWhy } from "./database";
import { startDelivering } from "./delivering";
import { createFront, listen } from "./front";
import { startHousekeeping } from "./housekeeping";
import { blobs } from "./platform/blobs";
import { env, firstAdmin, publicBaseUrl } from "./platform/env";
import { closeScanMaps } from "./platform/map/scan-map";
import { putAllAway } from "./put-away";
import { announceStop } from "./rest/health";
import { forgetOldKeys } from "./rest/idempotency";
import { closeReadiness } from "./rest/readiness";
import { newRequestId } from "./rest/request-id";
import { runtime } from "./runtime";

const EXIT_WITHIN_MS = 29_000;

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** What is to be put away, newest first. */
const started: (() => Promise<void> | void)[] = [];
let stopped: Promise<never> | undefined;

async function putAway(exitCode: number): Promise<never> {
  await putAllAway(started.reverse());
  if (exitCode === 0) say("stopped");
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
  await openKeys(database);
  started.push(closeReadiness);
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
    { name: "counting scans", everyHours: 1 / 3_600, work: () => countScans(database) },
    { name: "learning of new keys", everyHours: 1 / 3_600, work: () => learnKeyRoles(database) },
    { name: "sealing secrets anew", everyHours: 1 / 60, work: (signal) => resealAll(database, signal) },
    { name: "releasing deliveries", everyHours: 1 / 60, work: (signal) => releaseReadable(database, signal) },
    { name: "forgetting old idempotency keys", everyHours: 1, work: () => forgetOldKeys(database) },
    { name: "forgetting failed sign-ins", everyHours: 1, work: () => forgetOldTries(database) },
    { name: "forgetting ended sessions", everyHours: 1, work: () => forgetEndedSessions(database) },
    { name: "forgetting old events", everyHours: 1, work: (signal) => forgetOldEvents(database, signal) },
    { name: "judging alert rules", everyHours: 1 / 60, work: (signal) => judgeRules(database, { signal }) },
    { name: "mailing alerts", everyHours: 1 / 60, work: (signal) => sendAlertMails(database, { signal }) },
    {
      name: "erasing personal data",
      everyHours: 1 / 60,
      work: (signal) => carryOutErasures(database, signal),
    },
    { name: "keeping retention", everyHours: 1, work: (signal) => keepRetention(database, signal) },
    {
      name: "forgetting stale pictures",
      everyHours: 1,
      work: (signal) => forgetStalePictures(database, signal),
    },
    { name: "sweeping orphaned files", everyHours: 24, work: (signal) => sweepOrphans(database, { signal }) },
  ]);
  started.push(stopHousekeeping);
  started.push(startAssessing(database));

  const port = await listen(front.server, env.PORT, env.HOST);
  const stopDelivering = startDelivering(database);
  started.push(async () => {
    await Promise.all([front.stop(), stopDelivering(), deliverer.close()]);
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
