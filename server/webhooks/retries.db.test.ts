import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { deliverNothingElse, makeDue, openDelivering, registerHook } from "@/server/testing/delivering";
import { newProducer } from "@/server/testing/factories";

// Holds decision 0020.

vi.hoisted(() => {
  process.env.HOOK_TIME_SCALE = "0.001";
});

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
  await db().delete(attempts);
});

test("events are delivered automatically and retried until they succeed", async () => {
  const { receiver, deliverer } = await openDelivering((_, count) => ({ status: count < 4 ? 500 : 200 }));
  const producer = await newProducer();
  const { id } = await registerHook(producer, receiver.url);
  deliverer.start();
  await post("/groups", {}, { token: producer.token });
  await receiver.called(4);
  await deliverer.close();
  const sent = receiver.calls.map(({ body, headers }) => `${headers["webhook-id"]} ${body}`);
  expect(sent).toHaveLength(4);
  expect(new Set(sent).size).toBe(1);
  expect(only(await db().select().from(hooks).where(eq(hooks.id, id)))).toMatchObject({ executed: 1 });
});

test("HOOK_TIME_SCALE shortens every delay, including Retry-After", async () => {
  const answer = { status: 503, headers: { "retry-after": "7200" } };
  const { receiver, drain } = await openDelivering(() => answer);
  const producer = await newProducer();
  await registerHook(producer, receiver.url);
  await post("/groups", {}, { token: producer.token });
  const now = Date.now();
  await drain();
  const { nextAt } = only(await db().select().from(attempts));
  expect((nextAt?.getTime() ?? 0) - now).toSatisfy((ms: number) => ms >= 7200 && ms < 60_000);
});

test("HOOK_TIME_SCALE shortens the 120 hours until a webhook is switched off", async () => {
  const { receiver, drain } = await openDelivering(() => ({ status: 500 }));
  const producer = await newProducer();
  const { id } = await registerHook(producer, receiver.url);
  const isOffAfter = async (seconds: number) => {
    await post("/groups", {}, { token: producer.token });
    await db()
      .update(hooks)
      .set({ failingSince: sql`now() - ${seconds} * interval '1 second'` })
      .where(eq(hooks.id, id));
    await makeDue();
    await drain();
    return only(await db().select().from(hooks).where(eq(hooks.id, id))).switchedOffAt !== null;
  };
  expect(await isOffAfter(120)).toBe(false);
  expect(await isOffAfter(440)).toBe(true);
});
