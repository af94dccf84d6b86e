import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type BenchDatabase, settle } from "./database";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import { pgbenchCandidate } from "./pgbench";
import { scansOf } from "./record-scan";
import { alternate } from "./rounds";
import { createProducer, type Producer, startService } from "./service";
import type { Setting } from "./setting";

const ITEMS = 1000;
const POLL_INTERVAL_MS = 200;
const DELIVERY_TIMEOUT_MS = 120_000;

/** A receiver of webhooks, and the `HOOK_ALLOW` for it. */
export interface Receiver {
  url: string;
  allow: string;
}

const Created = z.object({ id: z.string(), secret: z.string() });

/** Creates a webhook of a producer for all events through the API. */
async function createHook(port: number, { token }: Producer, url: string) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/producers/hooks`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ events: "*", url }),
  });
  return Created.parse(await response.json());
}

/** Waits until the delivery queue is empty, so that a round does not burden the next one. */
async function untilDelivered({ sql }: BenchDatabase) {
  const isLeft = () => sql`
    select from pending_events union all select from delivery_queue limit 1`;
  for (
    const deadline = Date.now() + DELIVERY_TIMEOUT_MS;
    (await isLeft()).length > 0;
    await delay(POLL_INTERVAL_MS)
  )
    if (Date.now() > deadline) throw new Error("Deliveries of earlier rounds did not end in time.");
}

/** Measures recording scans of a producer without a webhook, with one that is called, and with one that is switched off. */
export async function measureScansWithHooks(setting: Setting, receiver: Receiver) {
  const { folder, place, producer, load, database, plan } = setting;
  const service = await startService(place, [], { HOOK_ALLOW: receiver.allow });
  const held = await createProducer(place, "Held");
  const plain = await createProducer(place, "Plain");
  const itemsOf = (prefix: string, producer: Producer) => maker(service.port, producer).items(prefix, ITEMS);
  const candidateOf = async (name: string, prefix: string, producer: Producer) =>
    httpCandidate(load, database.postmaster, {
      name,
      processes: [service],
      requests: scansOf(await itemsOf(prefix, producer)),
    });
  await itemsOf("pgbench", plain);
  const candidates = [
    await candidateOf("scans, no hook", "plain", plain),
    await candidateOf("scans, a * hook", "hooked", producer),
    await candidateOf("scans, a * hook switched off", "held", held),
    await pgbenchCandidate(folder, database, { name: "pgbench", prefix: "pgbench", items: ITEMS }),
  ];
  const hook = await createHook(service.port, producer, receiver.url);
  const heldHook = await createHook(service.port, held, receiver.url);
  await database.sql`update hooks set switched_off_at = now() where id = ${heldHook.id}`;
  const measured = await alternate(candidates, plan, async () => {
    await untilDelivered(database);
    await settle(database);
  });
  await untilDelivered(database);
  await service.stop();
  return { measured, hook };
}
