import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { deliverNothingElse, makeDue, openDelivering, registerHook } from "@/server/testing/delivering";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { listDeliveries } from "./deliveries/read";
import { replayDelivery } from "./deliveries/replay";
import { switchHookOn } from "./hooks/switch-on";
import { RETRY_DELAYS_SECONDS } from "./schedule";

// Holds decision 0020.

const db = () => runtime().database.db;
const queue = () => db().select().from(deliveryQueue);

beforeEach(async () => {
  await deliverNothingElse();
});

/** Postpones retries until after the test. */
const headers = { "retry-after": "86400" };

/** Creates a webhook whose receiver fails. */
async function newWorld() {
  let status = 500;
  const delivering = await openDelivering(() => ({ status, headers }));
  const producer = await newProducer();
  const hook = await registerHook(producer, delivering.receiver.url);
  const ctx = ctxOf(producer);
  const { drain } = delivering;
  return {
    ...delivering,
    hook,
    ctx,
    answerWith: (next: number) => {
      status = next;
    },
    announce: () => post("/groups", {}, { token: producer.token }),
    /** Makes `times` attempts of everything that is queued. */
    attemptAll: async (times: number) => {
      for (let i = 0; i < times; i++) {
        await makeDue();
        await drain();
      }
    },
    /** Moves the start of the webhook's failures, if it fails, into the past by some days. */
    shiftFailures: (days: number) =>
      db()
        .update(hooks)
        .set({ failingSince: sql`failing_since - ${days} * interval '1 day'` })
        .where(eq(hooks.id, hook.id)),
    hookRow: async () => only(await db().select().from(hooks).where(eq(hooks.id, hook.id))),
    newest: async () => only((await listDeliveries(ctx, hook.id, { limit: 100 })).entries.slice(0, 1)),
  };
}

const ALL = RETRY_DELAYS_SECONDS.length + 1;

test("one failure long after the last attempt of an earlier event does not switch a webhook off", async () => {
  const { announce, attemptAll, shiftFailures, hookRow } = await newWorld();
  await announce();
  await attemptAll(ALL - 1);
  await shiftFailures(4);
  await attemptAll(1);
  expect(await queue()).toEqual([]);
  expect(await hookRow()).toMatchObject({ failingSince: null, switchedOffAt: null });
  await shiftFailures(20);
  await announce();
  await attemptAll(1);
  expect(await hookRow()).toMatchObject({ failingSince: expect.any(Date), switchedOffAt: null });
});

test("a webhook that fails event after event is switched off, even if each delivery ends in between", async () => {
  const { announce, attemptAll, shiftFailures, hookRow } = await newWorld();
  await announce();
  await attemptAll(ALL - 1);
  await shiftFailures(4);
  await announce();
  await attemptAll(1);
  expect(await queue()).toHaveLength(1);
  expect(await hookRow()).toMatchObject({ failingSince: expect.any(Date), switchedOffAt: null });
  await shiftFailures(2);
  await attemptAll(1);
  expect(await hookRow()).toMatchObject({ switchedOffAt: expect.any(Date) });
});

/** Creates a webhook that is switched off with some deliveries due tomorrow, and one due now. */
async function newSwitchedOff() {
  const world = await newWorld();
  const { announce, drain, shiftFailures, hookRow } = world;
  for (let i = 0; i < 4; i++) await announce();
  await drain();
  await shiftFailures(6);
  await announce();
  await drain();
  expect(await hookRow()).toMatchObject({ switchedOffAt: expect.any(Date) });
  expect(await queue()).not.toEqual([]);
  return world;
}

test("the first due delivery of a webhook that is switched off removes all its deliveries from the queue", async () => {
  const { drain, receiver } = await newSwitchedOff();
  const [one] = await queue();
  await db()
    .update(deliveryQueue)
    .set({ dueAt: new Date(0) })
    .where(eq(deliveryQueue.deliveryId, one?.deliveryId ?? ""));
  const before = receiver.calls.length;
  await drain();
  expect(await queue()).toEqual([]);
  expect(receiver.calls).toHaveLength(before);
});

test("a webhook that is switched on again gets replayed deliveries and no other old ones", async () => {
  const { ctx, hook, attemptAll, receiver, answerWith, newest } = await newSwitchedOff();
  const before = receiver.calls.length;
  answerWith(200);
  await switchHookOn(ctx, hook.id);
  await attemptAll(1);
  expect(receiver.calls).toHaveLength(before);
  const { id } = await newest();
  await replayDelivery(ctx, hook.id, id);
  await attemptAll(1);
  expect(receiver.calls.slice(before).map(({ headers }) => headers["webhook-id"])).toEqual([id]);
});

test("switching on a webhook that is on changes none of its deliveries", async () => {
  const { ctx, hook, announce, attemptAll, receiver } = await newWorld();
  await announce();
  await attemptAll(1);
  await switchHookOn(ctx, hook.id);
  await attemptAll(1);
  expect(receiver.calls).toHaveLength(2);
});
