import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import type { OutboundHttp, Outcome } from "@/server/platform/outbound-http";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import {
  bodyOfCall,
  deliverNothingElse,
  makeDue,
  newDeliverer,
  openDelivering,
  queueAllEvents,
  registerHook,
} from "@/server/testing/delivering";
import { newHook, newItem, newProducer, newScan } from "@/server/testing/factories";
import { openClaims } from "./claim";
import { forgetOldEvents } from "./deliveries/forget-old";
import { type AttemptResult, recordAttempts } from "./record-attempts";

// Holds decision 0020.

const db = () => runtime().database.db;
const queue = () => db().select().from(deliveryQueue);

beforeEach(async () => {
  await deliverNothingElse();
});

/** Postpones retries until after the test. */
const headers = { "retry-after": "86400" };

/** Creates a producer with a webhook and its receiver; `claim` claims deliveries as another process would. */
async function newWorld(status = 200) {
  const delivering = await openDelivering(() => ({ status, headers }));
  const producer = await newProducer();
  const hook = await registerHook(producer, delivering.receiver.url);
  const client = postgres(runtime().database.url, { max: 1, fetch_types: false });
  onTestFinished(() => client.end());
  const claim = () => openClaims(client)({ most: 10, ofOthers: 10, ofHooks: new Map(), full: [] });
  const announce = async () => {
    await post("/groups", {}, { token: producer.token });
    await queueAllEvents();
  };
  return { ...delivering, producer, hook, client, claim, announce };
}

test("deliveries that another process has claimed are taken over only after the lease ends", async () => {
  const { receiver, drain, claim, announce } = await newWorld();
  await announce();
  const claimed = only(await claim());
  expect(await claim()).toEqual([]);
  await drain();
  expect(receiver.calls).toEqual([]);
  await makeDue();
  await drain();
  expect(receiver.calls.map(({ headers }) => headers["webhook-id"])).toEqual([claimed.id]);
  expect(await queue()).toEqual([]);
});

const resultOf = (
  claimed: { id: string; hookId: string; lease: string },
  fields: Partial<AttemptResult>,
) => ({
  deliveryId: claimed.id,
  hookId: claimed.hookId,
  lease: claimed.lease,
  startedAt: new Date(),
  latencyMs: 1,
  status: 200,
  failure: null,
  answer: "late",
  isSuccess: true,
  attemptsMade: 0,
  nextInMs: null,
  body: null,
  ...fields,
});

test.each<[string, Partial<AttemptResult>]>([
  ["a success", {}],
  ["a failure", { status: 500, isSuccess: false, nextInMs: -1e9, body: "late" }],
  ["a last failure", { status: 500, isSuccess: false, body: "late" }],
])("%s under a lost lease is recorded and does not change the queue", async (_, fields) => {
  const { receiver, drain, claim, announce, client } = await newWorld(503);
  await announce();
  const claimed = only(await claim());
  await makeDue();
  await drain();
  const before = await queue();
  expect(before).toMatchObject([{ deliveryId: claimed.id, attemptsMade: 1, lease: null }]);
  await recordAttempts(client, [resultOf(claimed, fields)]);
  expect(await queue()).toEqual(before);
  const made = await db().select().from(attempts).where(eq(attempts.deliveryId, claimed.id));
  expect(made.map(({ answer }) => answer)).toEqual(["", "late"]);
  const { body } = only(await db().select().from(deliveries).where(eq(deliveries.id, claimed.id)));
  expect(body).toBe(receiver.calls[0]?.body);
});

test("two deliverers on one database send each of 500 events once", async () => {
  const { producer, receiver, deliverer, http, hook } = await newWorld();
  const other = newDeliverer(http);
  const identifier = await newItem(producer);
  await deliverNothingElse();
  await Promise.all(Array.from({ length: 500 }, () => newScan(identifier)));
  await Promise.all([deliverer.drain(15_000), other.drain(15_000)]);
  const received = receiver.calls.map((call) => JSON.stringify(bodyOfCall(call).scan));
  expect(received).toHaveLength(500);
  expect(new Set(received).size).toBe(500);
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(500);
  expect(only(await db().select().from(hooks).where(eq(hooks.id, hook.id)))).toMatchObject({ executed: 500 });
  expect(await queue()).toEqual([]);
});

const DELIVERED: Outcome = {
  kind: "answered",
  status: 200,
  latencyMs: 1,
  answerHead: "",
  retryAfter: undefined,
};
const HEALTHY = "https://healthy.test/";

/** Opens a deliverer whose receivers, except the healthy one, hang until `release`. */
function openHanging() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hear = () => {};
  const healthyIsCalled = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const calls: { url: string; timeoutMs: number }[] = [];
  const http: OutboundHttp = {
    async post({ url, timeoutMs }) {
      calls.push({ url, timeoutMs });
      if (url === HEALTHY) hear();
      else await released;
      return DELIVERED;
    },
    close: async () => {},
  };
  const deliverer = newDeliverer(http);
  onTestFinished(release);
  return { deliverer, release, healthyIsCalled, calls };
}

test.each([
  ["at many origins", (i: number) => `https://hanging-${i}.test/`],
  ["at the origin of the healthy one", () => `${HEALTHY}hanging`],
])("R4: a hundred hanging receivers of a producer, %s, delay no other producer", async (_, urlOf) => {
  const { deliverer, release, healthyIsCalled, calls } = openHanging();
  const [hanging, healthy] = [await newProducer(), await newProducer()];
  for (let i = 0; i < 100; i++) await newHook(hanging, ["*"], {}, urlOf(i));
  for (let i = 0; i < 3; i++) await newItem(hanging);
  await newHook(healthy, ["*"], {}, HEALTHY);
  await newItem(healthy);
  deliverer.start();
  await healthyIsCalled;
  expect(calls.length).toBeLessThanOrEqual(129);
  release();
  await deliverer.drain(15_000);
  expect(calls).toHaveLength(301);
  expect(new Set(calls.map(({ timeoutMs }) => timeoutMs))).toEqual(new Set([15_000]));
});

test("the backlog of a hanging receiver is not sent to it all at once, and delays no other receiver", async () => {
  const { deliverer, release, healthyIsCalled, calls } = openHanging();
  const [hanging, healthy] = [await newProducer(), await newProducer()];
  await newHook(hanging, ["*"], {}, "https://hanging.test/");
  for (let i = 0; i < 20; i++) await newItem(hanging);
  await newHook(healthy, ["*"], {}, HEALTHY);
  await newItem(healthy);
  deliverer.start();
  await healthyIsCalled;
  expect(calls.filter(({ url }) => url !== HEALTHY).length).toBeLessThanOrEqual(2);
  release();
  await deliverer.drain(15_000);
  expect(calls).toHaveLength(21);
});

test("closing starts no further attempt and records those in flight", async () => {
  const { deliverer, release, healthyIsCalled, calls } = openHanging();
  const [hanging, healthy] = [await newProducer(), await newProducer()];
  await newHook(hanging, ["*"], {}, "https://hanging.test/");
  await newHook(healthy, ["*"], {}, HEALTHY);
  for (let i = 0; i < 5; i++) await newItem(hanging);
  await newItem(healthy);
  deliverer.start();
  await healthyIsCalled;
  const closed = deliverer.close();
  release();
  await closed;
  expect(calls).toHaveLength(3);
  expect(await queue()).toMatchObject(Array(3).fill({ lease: null, attemptsMade: 0 }));
});

test("closing ends running drains, since nothing more is delivered", async () => {
  const { deliverer, release, healthyIsCalled } = openHanging();
  const [hanging, healthy] = [await newProducer(), await newProducer()];
  await newHook(hanging, ["*"], {}, "https://hanging.test/");
  await newHook(healthy, ["*"], {}, HEALTHY);
  await newItem(hanging);
  await newItem(healthy);
  const drained = deliverer.drain(600_000);
  await healthyIsCalled;
  const closed = deliverer.close();
  release();
  await Promise.all([closed, drained]);
  await deliverer.drain(600_000);
});

test("events are deleted after 37 days with deliveries and attempts, unless a delivery is still queued", async () => {
  const { hook, drain, announce } = await newWorld();
  for (let i = 0; i < 3; i++) await announce();
  await drain();
  await announce();
  const made = await db().select().from(deliveries).where(eq(deliveries.hookId, hook.id));
  const waiting = only(await queue()).deliveryId;
  const [old, , fresh] = made.filter(({ id }) => id !== waiting);
  if (!old || !fresh) throw new Error("There are too few deliveries.");
  await db().update(events).set({ createdAt: sql`now() - interval '37 days 1 minute'` });
  await db()
    .update(events)
    .set({ createdAt: sql`now() - interval '36 days 23 hours'` })
    .where(eq(events.id, fresh.eventId));

  expect(await forgetOldEvents(runtime().database)).toBeGreaterThanOrEqual(2);
  const kept = await db().select().from(deliveries).where(eq(deliveries.hookId, hook.id));
  expect(kept.map(({ id }) => id).toSorted()).toEqual([fresh.id, waiting].toSorted());
  expect(await db().select().from(attempts).where(eq(attempts.deliveryId, old.id))).toEqual([]);
  expect(await db().select().from(attempts).where(eq(attempts.deliveryId, fresh.id))).toHaveLength(1);
  expect(await queue()).toHaveLength(1);
  expect(await forgetOldEvents(runtime().database)).toBe(0);
});
