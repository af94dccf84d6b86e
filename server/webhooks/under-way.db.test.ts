import { eq } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { tries } from "@/db/schema/tries";
import { runtime } from "@/server/runtime/runtime";
import { del, post } from "@/server/testing/api";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { newHook, newProducer } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { FRESH_MS } from "./read-message";

// Holds decision 0020.

const db = () => runtime().database.db;
const queue = () => db().select().from(deliveryQueue);

beforeEach(async () => {
  await deliverNothingElse();
  await db().delete(tries);
});

/** A receiver that answers at once, and at `/slow` only once it is let. */
async function newWorld() {
  const gate = newGate();
  const delivering = await openDelivering(async ({ url }) => {
    if (url === "/slow") await gate.opened;
    return { status: 200 };
  });
  // Called before the deliverer is closed, which waits for what is under way.
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

test("many calls that hang at an origin keep nobody else's from being made there", async () => {
  const { deliverer, receiver, slow, producer, other, announce } = await newWorld();
  for (let i = 0; i < 40; i++) await newHook(producer, ["*"], {}, slow);
  await announce();
  await announce();
  const healthy = await registerHook(other, receiver.url);
  deliverer.start();
  await receiver.called(60);
  const told = receiver.calls.length;
  await announce(other);
  await receiver.called(told + 1);
  await vi.waitFor(() => {
    const urls = receiver.calls
      .filter((call) => bodyOfCall(call).hook.id === healthy.id)
      .map(({ url }) => url);
    expect(urls).toEqual(["/hook"]);
  }, 8000);
}, 10_000);

test("a drain returns once what is under way has ended and is recorded, and gives back what only waited", async () => {
  const { deliverer, receiver, slow, producer, announce, let: letAnswer } = await newWorld();
  // So that its connections are open when the time of the next one runs.
  await deliverer.drain(10_000);
  for (let i = 0; i < 70; i++) await newHook(producer, ["*"], {}, slow);
  await announce();
  await announce();
  let isOver = false;
  const drained = deliverer.drain(900).then(() => {
    isOver = true;
  });
  await receiver.called(1);
  // Slow tries make way for those that wait, but these are not begun any more.
  await vi.waitFor(async () => {
    expect((await queue()).filter(({ lease }) => lease === null)).not.toEqual([]);
  }, 10_000);
  expect(isOver).toBe(false);
  letAnswer();
  await drained;
  const called = receiver.calls.length;
  expect(called).toBeLessThan(140);
  expect(await db().select().from(tries)).toHaveLength(called);
  const left = await queue();
  expect(left).toHaveLength(140 - called);
  for (const { lease, triesMade, dueAt } of left)
    expect([lease, triesMade, dueAt.getTime() <= Date.now() + 1000]).toEqual([null, 0, true]);
  await deliverer.drain(10_000);
  expect(receiver.calls).toHaveLength(140);
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(140);
});

test("what is announced while a drain waits for an answer is delivered before it returns", async () => {
  const { deliverer, receiver, slow, producer, other, announce, let: letAnswer } = await newWorld();
  await newHook(producer, ["*"], {}, slow);
  await newHook(other, ["*"], {}, receiver.url);
  await announce();
  const drained = deliverer.drain(10_000);
  await receiver.called(1);
  await announce(other);
  letAnswer();
  await drained;
  expect(receiver.calls.map(({ url }) => url)).toEqual(["/slow", "/hook"]);
});

const ENDS: [string, (hook: string, token: string) => PromiseLike<unknown>][] = [
  ["deleted", (hook, token) => del(`/producers/hooks/${hook}`, { token })],
  ["switched off", (hook) => db().update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, hook))],
];

test.each(ENDS)("a hook that is %s is not called for what was claimed before", async (_, end) => {
  const { deliverer, receiver, producer, announce, let: letAnswer } = await newWorld();
  const hook = await registerHook(producer, receiver.url);
  // Each success opens its window wider, until more is claimed than may be under way.
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
  // Until then, a call may go out that was as good as under way.
  await vi.waitFor(() => expect(performance.now() - claimedBefore).toBeGreaterThan(FRESH_MS));
  letAnswer();
  await deliverer.drain(10_000);
  expect(receiver.calls).toHaveLength(5 + 32);
  expect(await db().select().from(tries)).toHaveLength(5 + 32);
  expect(await queue()).toEqual([]);
});
