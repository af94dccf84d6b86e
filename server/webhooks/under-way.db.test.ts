import { eq } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { runtime } from "@/server/runtime/runtime";
import { del, post } from "@/server/testing/api";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { newHook, newProducer } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { until } from "@/server/testing/until";
import { FRESH_MS } from "./read-message";

// Holds decision 0020.

const db = () => runtime().database.db;
const queue = () => db().select().from(deliveryQueue);

beforeEach(async () => {
  await deliverNothingElse();
  await db().delete(attempts);
});

/** Opens a receiver that answers at once; at `/slow` only once it is released. */
async function newWorld() {
  const gate = newGate();
  const delivering = await openDelivering(async ({ url }) => {
    if (url === "/slow") await gate.opened;
    return { status: 200 };
  });
  // Runs before the deliverer closes, which waits for attempts in flight.
  onTestFinished(gate.open);
  const [producer, other] = [await newProducer(), await newProducer()];
  return {
    ...delivering,
    slow: delivering.receiver.url.replace("/hook", "/slow"),
    let: gate.open,
    producer,
    other,
    announce: (of = producer) => post("/groups", {}, { token: of.token }),
  };
}

test("many hanging calls to an origin do not block other calls there", async () => {
  const { deliverer, receiver, slow, producer, other, announce } = await newWorld();
  for (let i = 0; i < 40; i++) await newHook(producer, ["*"], {}, slow);
  await announce();
  await announce();
  const healthy = await registerHook(other, receiver.url);
  deliverer.start();
  await receiver.called(60);
  const callsBefore = receiver.calls.length;
  await announce(other);
  await receiver.called(callsBefore + 1);
  await until(() => {
    const urls = receiver.calls
      .filter((call) => bodyOfCall(call).hook.id === healthy.id)
      .map(({ url }) => url);
    expect(urls).toEqual(["/hook"]);
  });
}, 10_000);

test("a drain returns after the attempts in flight are recorded, and gives back waiting deliveries", async () => {
  const { deliverer, receiver, slow, producer, announce, let: releaseAnswers } = await newWorld();
  // Opens the connections before the time of the next drain runs.
  await deliverer.drain(10_000);
  for (let i = 0; i < 70; i++) await newHook(producer, ["*"], {}, slow);
  await announce();
  await announce();
  let isOver = false;
  const drained = deliverer.drain(900).then(() => {
    isOver = true;
  });
  await receiver.called(1);
  // Slow attempts free slots for waiting deliveries, which no longer start.
  await until(async () => {
    expect((await queue()).filter(({ lease }) => lease === null)).not.toEqual([]);
  });
  expect(isOver).toBe(false);
  releaseAnswers();
  await drained;
  const called = receiver.calls.length;
  expect(called).toBeLessThan(140);
  expect(await db().select().from(attempts)).toHaveLength(called);
  const left = await queue();
  expect(left).toHaveLength(140 - called);
  for (const { lease, attemptsMade, dueAt } of left)
    expect([lease, attemptsMade, dueAt.getTime() <= Date.now() + 1000]).toEqual([null, 0, true]);
  await deliverer.drain(10_000);
  expect(receiver.calls).toHaveLength(140);
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(140);
});

test("events emitted while a drain waits for an answer are delivered before it returns", async () => {
  const { deliverer, receiver, slow, producer, other, announce, let: releaseAnswers } = await newWorld();
  await newHook(producer, ["*"], {}, slow);
  await newHook(other, ["*"], {}, receiver.url);
  await announce();
  const drained = deliverer.drain(10_000);
  await receiver.called(1);
  await announce(other);
  releaseAnswers();
  await drained;
  expect(receiver.calls.map(({ url }) => url)).toEqual(["/slow", "/hook"]);
});

const ENDS: [string, (hook: string, token: string) => PromiseLike<unknown>][] = [
  ["deleted", (hook, token) => del(`/producers/hooks/${hook}`, { token })],
  ["switched off", (hook) => db().update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, hook))],
];

test.each(ENDS)("a webhook that is %s is not called for deliveries claimed before", async (_, end) => {
  const { deliverer, receiver, producer, announce, let: releaseAnswers } = await newWorld();
  const hook = await registerHook(producer, receiver.url);
  // Each success adds slots, until more deliveries are claimed than may be in flight.
  for (let i = 0; i < 5; i++) {
    await announce();
    await deliverer.drain(10_000);
  }
  await db()
    .update(hooks)
    .set({ url: receiver.url.replace("/hook", "/slow") })
    .where(eq(hooks.id, hook.id));
  for (let i = 0; i < 40; i++) await announce();
  deliverer.start();
  await receiver.called(5 + 32);
  expect((await queue()).filter(({ lease }) => lease !== null)).toHaveLength(40);
  const claimedBefore = performance.now();
  await end(hook.id, producer.token);
  // Until then, a call that has practically started may go out.
  await until(() => expect(performance.now() - claimedBefore).toBeGreaterThan(FRESH_MS));
  releaseAnswers();
  await deliverer.drain(10_000);
  expect(receiver.calls).toHaveLength(5 + 32);
  expect(await db().select().from(attempts)).toHaveLength(5 + 32);
  expect(await queue()).toEqual([]);
});
