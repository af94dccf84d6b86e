import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { newHook, newItems, newUncalledHook, openClient } from "./client";
import { byWebhookId, lostTo, takenTwice, untilAllSent } from "./deliveries";
import type { Home } from "./home";
import { sendNaively } from "./naive-sender";
import { allowing, Receiver } from "./receivers";
import { atLeast, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { type AcknowledgedScan, writeSome } from "./writers";

const HOOKS = 4;
const SIZES = {
  // A scaled run ends the leases of the killed process at once, instead of waiting 60 s.
  scaled: { events: 200, awaitsLeases: false },
  full: { events: 2_000, awaitsLeases: true },
};
const CONTROL_EVENTS = 50;
const SEND_TIMEOUT_MS = 180_000;

/** Opens a producer with some webhooks, on the given number of instances. */
async function open(home: Home, { instances, allowed }: { instances: number; allowed: boolean }) {
  const receivers = await Promise.all(Array.from({ length: HOOKS }, () => Receiver.open()));
  const client = openClient();
  const env: Record<string, string> = allowed ? { HOOK_ALLOW: allowing(receivers) } : {};
  const first = await home.start(env);
  const others = await Promise.all(Array.from({ length: instances - 1 }, () => home.start(env)));
  const services = [first, ...others];
  const { token } = await home.producer("Shared");
  const identifiers = await newItems(client, first.url, token, 10);
  const sql = await home.sql();
  for (const { url: receiver } of receivers) {
    if (allowed) await newHook(client, first.url, token, receiver);
    else await newUncalledHook(client, sql, { url: first.url, token, receiver });
  }
  let turn = 0;
  const load = { client, url: () => services[turn++ % instances]?.url ?? "", identifiers, writers: 8 };
  const close = async () => {
    await client.close();
    await home.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  };
  return { receivers, doomed: first, others, sql, load, close };
}

const sentAgain = (receivers: readonly Receiver[]) =>
  exactly(
    "deliveries sent twice while both instances ran",
    0,
    byWebhookId(receivers.flatMap(({ calls }) => calls)).filter((calls) => calls.length > 1).length,
  );

/** The leases of all claimed deliveries. */
async function currentLeases(sql: Sql): Promise<string[]> {
  const rows = await sql<{ lease: string }[]>`select lease from delivery_queue where lease is not null`;
  return rows.map(({ lease }) => lease);
}

/** Whether all events have been sent, but those that the given leases hold. */
async function areOthersSent(sql: Sql, leases: string[]): Promise<boolean> {
  const [row] = await sql<{ left: number }[]>`
    select (count(*) + (select count(*) from pending_events))::int as left
    from delivery_queue where lease is null or lease <> all(${makePgArray(leases)}::uuid[])`;
  return row?.left === 0;
}

/** Proves that two processes on one database send every event once, and one takes over when the other is killed. */
export async function twoInstances(home: Home, scale: Scale): Promise<Report> {
  const { events, awaitsLeases } = SIZES[scale];
  const { receivers, doomed, others, sql, load, close } = await open(home, { instances: 2, allowed: true });
  try {
    const scans: AcknowledgedScan[] = await writeSome(load, events);
    await untilAllSent(sql, SEND_TIMEOUT_MS);
    const whileBothRan = sentAgain(receivers);

    // One process claims the new deliveries, and its calls stay unanswered.
    await Promise.all(receivers.map((receiver) => receiver.become("holding")));
    for (const other of others) other.freeze();
    scans.push(...(await writeSome({ ...load, url: () => doomed.url }, events / 4)));
    await waitFor(
      "calls wait for responses",
      SEND_TIMEOUT_MS,
      async () => receivers.every(({ held }) => held > 1) && (await currentLeases(sql)).length > 1,
    );
    await doomed.end("SIGKILL");
    const leases = await currentLeases(sql);
    for (const other of others) other.thaw();
    await Promise.all(receivers.map((receiver) => receiver.become("well")));
    await waitFor("only claims of the killed process are left", SEND_TIMEOUT_MS, () =>
      areOthersSent(sql, leases),
    );
    // Of the killed process alone: the lease of a delivery that is being sent must last.
    if (!awaitsLeases)
      await sql`update delivery_queue set leased_until = now() where lease = any(${makePgArray(leases)}::uuid[])`;
    await untilAllSent(sql, SEND_TIMEOUT_MS);
    return {
      checks: [
        whileBothRan,
        atLeast("deliveries claimed by the killed process", 1, leases.length),
        exactly("lost deliveries of acknowledged events", 0, lostTo(receivers, scans)),
        exactly(
          "deliveries accepted twice",
          0,
          receivers.flatMap((receiver) => takenTwice(receiver.calls)).length,
        ),
      ],
      figures: {
        "events and webhooks": `${scans.length}, ${HOOKS}`,
        "leases of the killed process": awaitsLeases ? "waited for" : "ended by the proof",
      },
    };
  } finally {
    await close();
  }
}

/** The control: two senders that claim nothing. */
export async function controlTwoInstances(home: Home): Promise<Report> {
  const { receivers, sql, load, close } = await open(home, { instances: 1, allowed: false });
  const isOver = new AbortController();
  const sending = [1, 2].map(() => sendNaively(sql, 8, isOver.signal));
  try {
    const scans = await writeSome(load, CONTROL_EVENTS);
    await waitFor("every delivery is sent", SEND_TIMEOUT_MS, () => lostTo(receivers, scans) === 0);
    return {
      checks: [sentAgain(receivers)],
      figures: { "events and webhooks": `${scans.length}, ${HOOKS}` },
    };
  } finally {
    isOver.abort();
    await Promise.all(sending);
    await close();
  }
}
