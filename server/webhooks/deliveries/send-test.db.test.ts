import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import type { Ctx } from "@/server/core/ctx";
import type { NewProducer } from "@/server/domain/producers/create";
import { EVENTS } from "@/server/events/catalogue";
import { newId } from "@/server/platform/ids";
import { openOutboundHttp } from "@/server/platform/outbound-http";
import { runtime } from "@/server/runtime/runtime";
import { del } from "@/server/testing/api";
import { registerHook } from "@/server/testing/delivering";
import { eventsOf, newHook, newProducer, systemCtx } from "@/server/testing/factories";
import { openReceiver, type Receiver } from "@/server/testing/receiver";
import { openDeliverer } from "@/server/webhooks/deliver";
import { ownedHook } from "@/server/webhooks/hooks/read";
import { getDelivery } from "./read";
import { sendTestEvent } from "./send-test";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function openedReceiver(): Promise<Receiver> {
  const receiver = await openReceiver();
  opened.push(receiver);
  return receiver;
}

const ctxOf = ({ producerId }: NewProducer): Ctx => ({
  ...systemCtx(),
  caller: {
    kind: "producer",
    sandbox: 0,
    producerId,
    credential: "token",
    actor: { type: "token", id: newId(), name: "Test token" },
  },
});

const createHook = (producer: NewProducer, url: string, events = "*") =>
  registerHook(producer, url, { events });

/** Delivers everything that is due to these receivers. */
async function deliverTo(...receivers: Receiver[]) {
  const http = openOutboundHttp({ allow: receivers.map(({ allow }) => allow).join(",") });
  const deliverer = openDeliverer(runtime().database, http);
  await deliverer.drain(10_000);
  await deliverer.close();
  await http.close();
}

const Body = z.object({
  event: z.object({ type: z.string() }),
  producer: z.object({ id: z.string(), data: z.object({ name: z.string() }) }),
  hook: z.object({ id: z.string() }),
});

test("a test event calls only its webhook, signed, with the real producer", async () => {
  const [tried, other] = [await openedReceiver(), await openedReceiver()];
  const producer = await newProducer("Hanse");
  // The test uses an event that the webhook is not for.
  const hook = await createHook(producer, tried.url, "groupCreated");
  await createHook(producer, other.url);
  await createHook(await newProducer(), other.url);

  const id = await sendTestEvent(ctxOf(producer), hook.id, "itemScanned");
  await deliverTo(tried, other);

  expect(other.calls).toEqual([]);
  expect(tried.calls).toHaveLength(1);
  const [call] = tried.calls;
  const headers = z.record(z.string(), z.string()).parse(call?.headers);
  expect(headers["webhook-id"]).toBe(id);
  expect(new Webhook(hook.secret).verify(call?.body ?? "", headers)).toMatchObject({
    event: { type: "itemScanned" },
    producer: { id: producer.producerId, data: { name: "Hanse" } },
    hook: { id: hook.id },
    scan: { data: { identifier: "test-item", _owner: producer.producerId } },
    item: { id: "test-item", data: { title: "Test item", _producer: producer.producerId } },
  });
  expect(await getDelivery(ctxOf(producer), hook.id, id)).toMatchObject({
    event: "itemScanned",
    state: "delivered",
    attemptsMade: 1,
  });
});

test("each of the events can be sent as a test", async () => {
  const receiver = await openedReceiver();
  const producer = await newProducer();
  const hook = await createHook(producer, receiver.url);
  for (const event of EVENTS) await sendTestEvent(ctxOf(producer), hook.id, event);
  await deliverTo(receiver);
  const bodies = receiver.calls.map(({ body }) => Body.parse(JSON.parse(body)));
  expect(bodies.map(({ event }) => event.type).sort()).toEqual([...EVENTS].sort());
  for (const { body } of receiver.calls) expect(body).toMatch(/"Test |"test-item"/);
});

test("a failed test event is retried like any delivery", async () => {
  const receiver = await openReceiver((_, count) => ({ status: count === 1 ? 500 : 200 }));
  opened.push(receiver);
  const producer = await newProducer();
  const hook = await createHook(producer, receiver.url);
  const id = await sendTestEvent(ctxOf(producer), hook.id, "groupCreated");
  await deliverTo(receiver);
  const delivery = await getDelivery(ctxOf(producer), hook.id, id);
  expect(delivery).toMatchObject({ state: "waiting", attemptsMade: 1, lastAttempt: { status: 500 } });
});

test("404: another producer's, a deleted and an unknown webhook; no event is written", async () => {
  const [producer, stranger] = [await newProducer(), await newProducer()];
  const hookId = await newHook(producer);
  const missing = { kind: "notFound", code: "hook-not-found" };
  await expect(sendTestEvent(ctxOf(stranger), hookId, "itemCreated")).rejects.toMatchObject(missing);
  await expect(sendTestEvent(ctxOf(producer), newId(), "itemCreated")).rejects.toMatchObject(missing);
  await expect(sendTestEvent(ctxOf(producer), "no id", "itemCreated")).rejects.toMatchObject(missing);
  const { token, ownerKey } = producer;
  expect((await del(`/producers/hooks/${hookId}`, { token, ownerKey })).status).toBe(200);
  await expect(sendTestEvent(ctxOf(producer), hookId, "itemCreated")).rejects.toMatchObject(missing);
  expect([...(await eventsOf(producer)), ...(await eventsOf(stranger))]).toEqual([]);
});

test("409: a webhook that is switched off", async () => {
  const producer = await newProducer();
  const hookId = await newHook(producer);
  await runtime().database.batchClient`update hooks set switched_off_at = now() where id = ${hookId}`;
  await expect(sendTestEvent(ctxOf(producer), hookId, "itemCreated")).rejects.toMatchObject({
    kind: "conflict",
    code: "hook-switched-off",
  });
  expect(await eventsOf(producer)).toEqual([]);
  expect((await ownedHook(ctxOf(producer), hookId)).executed).toBe(0);
});
