import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { newHook, newItems, newUncalledHook, openClient } from "./client";
import { byWebhookId, forgeries, freeLeases, lostTo, takenTwice, untilAllSent } from "./deliveries";
import type { Home, Service } from "./home";
import { allowing, type Mood, Receiver } from "./receivers";
import { exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { writeSome } from "./writers";

const DOWN_HOURS = 72;
/** The kinds of failure, one for each receiver. */
const DOWN: Mood[] = ["refusing", "failing", "hanging up"];
const SIZES = {
  // A scaled run releases the leases of a killed process at once, instead of waiting 60 s.
  scaled: { events: 300, timeScale: 0.000_04, killsWhileDown: 1, killsAfter: 1, awaitsLeases: false },
  full: { events: 5_000, timeScale: 0.001, killsWhileDown: 5, killsAfter: 5, awaitsLeases: true },
};
/** A delivery this close to a kill may be sent again. */
const AROUND_A_KILL_MS = 2_000;
const SEND_TIMEOUT_MS = 180_000;
const LOST_IN_CONTROL = 5;

/** Proves that every event reaches every webhook, through days without receivers and kills of the service. */
export async function r3(home: Home, scale: Scale): Promise<Report> {
  const { events, timeScale, killsWhileDown, killsAfter, awaitsLeases } = SIZES[scale];
  const receivers = await Promise.all(DOWN.map((mood) => Receiver.open(mood)));
  const env = { HOOK_ALLOW: allowing(receivers), HOOK_TIME_SCALE: String(timeScale) };
  const client = openClient();
  let service: Service = await home.start(env);
  const kills: number[] = [];
  let freed = 0;
  try {
    const sql = await home.sql();
    const { token } = await home.producer("Patient");
    const identifiers = await newItems(client, service.url, token, 10);
    for (const receiver of receivers) {
      receiver.secret = (await newHook(client, service.url, token, receiver.url)).secret;
    }
    const kill = async () => {
      kills.push(Date.now());
      await service.end("SIGKILL");
      if (!awaitsLeases) freed += await freeLeases(sql);
      service = await home.start(env, { port: service.port });
    };

    const downFrom = Date.now();
    const downFor = DOWN_HOURS * 3_600_000 * timeScale;
    const scans = await writeSome({ client, url: () => service.url, identifiers, writers: 16 }, events);
    for (let n = 1; n <= killsWhileDown; n++) {
      await delay(downFrom + (downFor * n) / (killsWhileDown + 1) - Date.now());
      await kill();
    }
    await delay(downFrom + downFor - Date.now());
    const callsWhileDown = callsOf(receivers).length;
    await Promise.all(receivers.map((receiver) => receiver.become("well")));
    for (let n = 1; n <= killsAfter; n++) {
      const expected = (events * receivers.length * n) / (killsAfter + 1);
      await waitFor(
        `${Math.round(expected)} deliveries are accepted`,
        SEND_TIMEOUT_MS,
        () => takenBy(receivers) >= expected,
      );
      await kill();
    }
    await untilAllSent(sql, SEND_TIMEOUT_MS);

    const calls = callsOf(receivers);
    const ids = byWebhookId(calls);
    const twice = receivers.flatMap((receiver) => takenTwice(receiver.calls));
    const isAroundKill = (at: number) => kills.some((kill) => Math.abs(kill - at) <= AROUND_A_KILL_MS);
    return {
      checks: [
        exactly("lost deliveries of acknowledged events", 0, lostTo(receivers, scans)),
        exactly("webhook-ids with differing calls", 0, ids.filter(differ).length),
        exactly("calls with a wrong signature", 0, calls.filter(({ isSigned }) => !isSigned).length),
        exactly(
          "webhook-ids accepted twice without a kill nearby",
          0,
          twice.filter((at) => !isAroundKill(at)).length,
        ),
        exactly("events sent under two webhook-ids", 0, duplicates(receivers)),
        await forgeries(sql, calls),
      ],
      figures: {
        "events and webhooks": `${scans.length}, ${receivers.length}`,
        "receivers down": `${DOWN_HOURS} h, in ${Math.round(downFor / 1000)} s; ${callsWhileDown} calls reached them`,
        "kill -9 of the service": kills.length,
        calls: calls.length,
        "accepted twice, recognisable by webhook-id": twice.length,
        "leases of killed processes": awaitsLeases ? "waited for" : `released by the proof, ${freed}`,
      },
    };
  } finally {
    await client.close();
    await home.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}

const callsOf = (receivers: readonly Receiver[]) => receivers.flatMap(({ calls }) => calls);

const takenBy = (receivers: readonly Receiver[]) =>
  receivers.reduce((sum, receiver) => sum + receiver.takenCount, 0);

const differ = (calls: { hash: string }[]) => new Set(calls.map(({ hash }) => hash)).size > 1;

/** Scans that one webhook received under more than one id, so that its receiver cannot recognise them as duplicates. */
function duplicates(receivers: readonly Receiver[]): number {
  return receivers.reduce((sum, { calls }) => {
    const ids = new Set(calls.map(({ webhookId }) => webhookId));
    const scans = new Set(calls.map(({ scanId }) => scanId));
    return sum + ids.size - scans.size;
  }, 0);
}

/** The control: a sender that does not wait for the commit sends events that never happened. */
export async function controlR3(home: Home): Promise<Report> {
  const receiver = await Receiver.open();
  const client = openClient();
  try {
    // The service's own deliveries are refused, so that only those of the hasty sender arrive.
    const service = await home.start();
    const sql = await home.sql();
    const { token, producerId } = await home.producer("Hasty");
    const at = { url: service.url, token, receiver: receiver.url };
    const { id: hook } = await newUncalledHook(client, sql, at);
    for (let n = 0; n < LOST_IN_CONTROL; n++) {
      await sql
        .begin(async (sql) => {
          const event = randomUUID();
          await sql`
            insert into events (id, type, producer_id, hooks, created_at, snapshot)
            values (${event}, 'itemCreated', ${producerId}, '[]', now(), '{}')`;
          const made = await sql<{ id: string }[]>`
            insert into deliveries (event_id, hook_id, hook, created_at) values (${event}, ${hook}, '{}', now()) returning id`;
          for (const { id } of made) {
            const body = JSON.stringify({ event: { type: "itemCreated" } });
            await request(receiver.url, { method: "POST", headers: { "webhook-id": id }, body });
          }
          throw new Error("The transaction fails after the call.");
        })
        .catch(() => undefined);
    }
    return {
      checks: [await forgeries(sql, receiver.calls)],
      figures: { "calls before a commit that never happened": receiver.calls.length },
    };
  } finally {
    await client.close();
    await home.stop();
    await receiver.close();
  }
}
