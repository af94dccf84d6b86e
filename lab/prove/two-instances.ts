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
  // In a scaled run, what the killed process had claimed is made due by hand rather than after its lease of 60 s.
  scaled: { events: 200, awaitsLeases: false },
  full: { events: 2_000, awaitsLeases: true },
};
const CONTROL_EVENTS = 50;
const SENT_WITHIN_MS = 180_000;

/** A producer with some hooks, on as many instances as are asked for. */
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
    "deliveries that were sent again while both lived",
    0,
    byWebhookId(receivers.flatMap(({ calls }) => calls)).filter((calls) => calls.length > 1).length,
  );

const takenBy = (receivers: readonly Receiver[]) =>
  receivers.reduce((sum, { takenCount }) => sum + takenCount, 0);

async function counts(sql: Sql) {
  const [row] = await sql<{ claimed: number; unclaimed: number; successes: number }[]>`
    select count(lease)::int as claimed,
      (count(*) filter (where lease is null) + (select count(*) from pending_events))::int as unclaimed,
      (select count(*)::int from attempts where status = 200) as successes
    from delivery_queue`;
  return row ?? { claimed: 0, unclaimed: 0, successes: 0 };
}

/** Two processes on one database send every event once; when one is killed, the other sends what that had claimed. */
export async function twoInstances(home: Home, scale: Scale): Promise<Report> {
  const { events, awaitsLeases } = SIZES[scale];
  const { receivers, doomed, others, sql, load, close } = await open(home, { instances: 2, allowed: true });
  try {
    const scans: AcknowledgedScan[] = await writeSome(load, events);
    await untilAllSent(sql, SENT_WITHIN_MS);
    const whileBothLived = sentAgain(receivers);

    // What is recorded now is claimed by one process, and its calls are not answered.
    await Promise.all(receivers.map((receiver) => receiver.become("holding")));
    for (const other of others) other.freeze();
    scans.push(...(await writeSome({ ...load, url: () => doomed.url }, events / 4)));
    await waitFor(
      "calls wait for answers",
      SENT_WITHIN_MS,
      async () => receivers.every(({ held }) => held > 1) && (await counts(sql)).claimed > 1,
    );
    for (const other of others) other.thaw();
    await doomed.end("SIGKILL");
    await Promise.all(receivers.map((receiver) => receiver.become("well")));
    await waitFor("only what the killed one had claimed is left", SENT_WITHIN_MS, async () => {
      const { unclaimed, successes } = await counts(sql);
      return unclaimed === 0 && successes === takenBy(receivers);
    });
    const { claimed } = await counts(sql);
    if (!awaitsLeases) await sql`update delivery_queue set leased_until = now() where lease is not null`;
    await untilAllSent(sql, SENT_WITHIN_MS);
    return {
      checks: [
        whileBothLived,
        atLeast("deliveries that the killed one had claimed", 1, claimed),
        exactly("deliveries of acknowledged events that no hook took", 0, lostTo(receivers, scans)),
        exactly(
          "deliveries taken twice",
          0,
          receivers.flatMap((receiver) => takenTwice(receiver.calls)).length,
        ),
      ],
      figures: {
        "events, and hooks": `${scans.length}, ${HOOKS}`,
        "leases of the killed process": awaitsLeases ? "waited for" : "made due by hand",
      },
    };
  } finally {
    await close();
  }
}

/** The same by two senders that claim nothing. */
export async function controlTwoInstances(home: Home): Promise<Report> {
  const { receivers, sql, load, close } = await open(home, { instances: 1, allowed: false });
  const isOver = new AbortController();
  const sending = [1, 2].map(() => sendNaively(sql, 8, isOver.signal));
  try {
    const scans = await writeSome(load, CONTROL_EVENTS);
    await waitFor("every delivery is sent", SENT_WITHIN_MS, () => lostTo(receivers, scans) === 0);
    return { checks: [sentAgain(receivers)], figures: { "events, and hooks": `${scans.length}, ${HOOKS}` } };
  } finally {
    isOver.abort();
    await Promise.all(sending);
    await close();
  }
}
