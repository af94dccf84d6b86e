import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { type Client, newHook, newItems, newUncalledHook, openClient } from "./client";
import { lostTo } from "./deliveries";
import type { Home } from "./home";
import { sendNaively } from "./naive-sender";
import { allowing, Receiver } from "./receivers";
import { atLeast, atMost, type Check, quantile, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { type AcknowledgedScan, acknowledged, writeSome } from "./writers";

const HANGING = 50;
const HEALTHY = 5;
/** `scaled` runs beside other tests; a hanging receiver would still delay the others for longer. */
const SIZES = {
  scaled: { waiting: 20, events: 60, everyMs: 200, maxFirstAttemptMs: 5_000 },
  full: { waiting: 100, events: 500, everyMs: 300, maxFirstAttemptMs: 2_000 },
  control: { waiting: 10, events: 20, everyMs: 200, maxFirstAttemptMs: 5_000 },
};

/** Proves that hanging receivers delay no others. */
export async function r4(home: Home, scale: Scale): Promise<Report> {
  const crowd = await openCrowd(home, { allowed: true });
  try {
    const report = await measure(crowd, SIZES[scale]);
    const called = crowd.hanging.filter(({ calls }) => calls.length > 0).length;
    report.checks.push(atLeast("hanging receivers called", HANGING, called));
    return report;
  } finally {
    await crowd.close();
  }
}

/** The control: a plain sender with as many workers as hanging receivers, oldest delivery first. */
export async function controlR4(home: Home): Promise<Report> {
  const crowd = await openCrowd(home, { allowed: false });
  const isOver = new AbortController();
  const sending = sendNaively(crowd.sql, HANGING, isOver.signal);
  try {
    return await measure(crowd, SIZES.control);
  } finally {
    isOver.abort();
    await sending;
    await crowd.close();
  }
}

interface Crowd {
  client: Client;
  url: string;
  sql: Sql;
  identifiers: string[];
  hanging: Receiver[];
  healthy: Receiver[];
  close(): Promise<void>;
}

/** Opens a producer with many webhooks, most of which hang. Unless `allowed`, the service itself calls none of them. */
async function openCrowd(home: Home, { allowed }: { allowed: boolean }): Promise<Crowd> {
  const hanging = await Promise.all(Array.from({ length: HANGING }, () => Receiver.open("holding")));
  const healthy = await Promise.all(Array.from({ length: HEALTHY }, () => Receiver.open()));
  const all = [...hanging, ...healthy];
  const { url } = await home.start(allowed ? { HOOK_ALLOW: allowing(all) } : {});
  const { token } = await home.producer("Crowded");
  const client = openClient();
  const identifiers = await newItems(client, url, token, 5);
  const sql = await home.sql();
  await Promise.all(
    all.map(({ url: receiver }) =>
      allowed
        ? newHook(client, url, token, receiver)
        : newUncalledHook(client, sql, { url, token, receiver }),
    ),
  );
  const close = async () => {
    await client.close();
    await home.stop();
    await Promise.all(all.map((receiver) => receiver.close()));
  };
  return { client, url, sql, identifiers, hanging, healthy, close };
}

async function measure(
  { client, url, identifiers, healthy }: Crowd,
  { waiting, events, everyMs, maxFirstAttemptMs }: (typeof SIZES)[keyof typeof SIZES],
): Promise<Report> {
  await writeSome({ client, url: () => url, identifiers, writers: 4 }, waiting);
  const scans: AcknowledgedScan[] = [];
  for (let n = 0; n < events; n++) {
    const sentAt = Date.now();
    const body = { identifier: identifiers[n % identifiers.length] };
    const scan = acknowledged(await client.call(url, { method: "POST", path: "/scans", body }));
    if (!scan) throw new Error("A scan was not recorded.");
    scans.push(scan);
    await delay(sentAt + everyMs - Date.now());
  }
  const areReceived = () => healthy.every((receiver) => lostTo([receiver], scans) === 0);
  // Later calls exceed the limit in any case.
  await waitFor("all scans are received", maxFirstAttemptMs + 500, areReceived).catch(() => undefined);
  const delays = healthy.flatMap((receiver) => firstAttempts(receiver, scans));
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)];
  const check: Check = atMost("first attempt to a healthy receiver, p99", maxFirstAttemptMs, p99, " ms");
  return {
    checks: [check],
    figures: {
      "hanging and healthy receivers": `${HANGING}, ${HEALTHY}`,
      "events for each": `${waiting} at once, then ${events} in ${Math.round((events * everyMs) / 1000)} s`,
      "first attempts to healthy receivers": delays.length,
      "p50, p99, slowest (ms)": `${p50}, ${p99}, ${Math.max(...delays)}`,
    },
  };
}

/** For each scan, the time from sending it to the first call of its webhook; until now if there was none. */
function firstAttempts({ calls }: Receiver, scans: readonly AcknowledgedScan[]): number[] {
  const at = new Map(calls.toReversed().map((call) => [call.scanId, call.at]));
  return scans.map(({ id, sentAt }) => (at.get(id) ?? Date.now()) - sentAt);
}
