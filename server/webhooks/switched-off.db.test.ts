import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { runtime } from "@/server/runtime/runtime";
import { del, get, post } from "@/server/testing/api";
import {
  deliverNothingElse,
  makeDue,
  openDelivering,
  queueAllEvents,
  registerHook,
  signatureOf,
} from "@/server/testing/delivering";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { listDeliveries } from "./deliveries/read";
import { replayDelivery, requestReplay } from "./deliveries/replay";
import { rotateHookSecret } from "./hooks/rotate-secret";
import { switchHookOn } from "./hooks/switch-on";

// Holds decision 0020.

const db = () => runtime().database.db;
const EVER = new Date(0);

beforeEach(async () => {
  await deliverNothingElse();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Postpones retries until after the test. */
const headers = { "retry-after": "86400" };

/** Creates a webhook whose receiver fails until the test changes its answer. */
async function newWorld() {
  let status = 500;
  const delivering = await openDelivering(() => ({ status, headers }));
  const producer = await newProducer();
  const { token } = producer;
  const hook = await registerHook(producer, delivering.receiver.url);
  const ctx = ctxOf(producer);
  return {
    ...delivering,
    producer,
    token,
    hook,
    ctx,
    answerWith: (next: number) => {
      status = next;
    },
    announce: async () => {
      await post("/groups", {}, { token });
      await queueAllEvents();
    },
    hookRow: async () => only(await db().select().from(hooks).where(eq(hooks.id, hook.id))),
    /** Moves the start of the webhook's failures into the past by some hours. */
    failFor: (hours: number) =>
      db()
        .update(hooks)
        .set({ failingSince: sql`now() - ${hours} * interval '1 hour'` })
        .where(eq(hooks.id, hook.id)),
    states: async () =>
      (await listDeliveries(ctx, hook.id, { limit: 100 })).entries.map(({ state }) => state).toSorted(),
  };
}

/** Creates a webhook that is switched off with one failed and one queued delivery. */
async function newSwitchedOff() {
  const world = await newWorld();
  const { announce, drain, failFor, hookRow } = world;
  await announce();
  await drain();
  await announce();
  await failFor(121);
  await drain();
  expect(await hookRow()).toMatchObject({ switchedOffAt: expect.any(Date) });
  return world;
}

test("a webhook is switched off after 120 hours of failures without a success, not before", async () => {
  const { announce, drain, failFor, hookRow, answerWith, ctx, hook } = await newWorld();
  await announce();
  await drain();
  await failFor(119);
  await makeDue();
  await drain();
  expect(await hookRow()).toMatchObject({ switchedOffAt: null });
  await failFor(121);
  answerWith(200);
  await makeDue();
  await drain();
  expect(await hookRow()).toMatchObject({ switchedOffAt: null, failingSince: null });
  answerWith(500);
  await announce();
  await failFor(121);
  await drain();
  expect(await hookRow()).toMatchObject({ switchedOffAt: expect.any(Date) });
  await makeDue();
  await drain();
  const auditEvents = (await listAuditEvents(ctx, { kind: "hook" }, { limit: 10 })).entries;
  expect(auditEvents.map(({ action, actorType, targetId }) => [action, actorType, targetId])).toEqual([
    ["hookSwitchedOff", "system", hook.id],
    ["hookCreated", "token", hook.id],
  ]);
});

test("nothing is sent while a webhook is switched off, and its events are held", async () => {
  const { announce, drain, receiver, states } = await newSwitchedOff();
  const before = receiver.calls.length;
  await announce();
  await makeDue();
  await drain();
  expect(receiver.calls).toHaveLength(before);
  expect(await db().select().from(deliveryQueue)).toEqual([]);
  expect(await states()).toEqual(["failed", "failed", "held"]);
});

test("a webhook that is switched on again receives new events; missed ones only by a replay", async () => {
  const { ctx, hook, announce, drain, receiver, states, answerWith, hookRow } = await newSwitchedOff();
  await announce();
  await makeDue();
  await drain();
  answerWith(200);
  const before = receiver.calls.length;
  await switchHookOn(ctx, hook.id);
  expect(await hookRow()).toMatchObject({ switchedOffAt: null, failingSince: null });
  await makeDue();
  await drain();
  expect(await states()).not.toContain("delivered");
  await announce();
  await drain();
  expect(receiver.calls).toHaveLength(before + 1);
  expect((await requestReplay(ctx, { hookId: hook.id, since: EVER.getTime() })).result).toEqual({
    replayed: 3,
  });
  await drain();
  expect(receiver.calls).toHaveLength(before + 4);
  expect(await states()).toEqual(Array(4).fill("delivered"));
  expect((await requestReplay(ctx, { hookId: hook.id, since: EVER.getTime() })).result).toEqual({
    replayed: 0,
  });
});

test("409: replaying for a webhook that is switched off", async () => {
  const { ctx, hook } = await newSwitchedOff();
  const refusal = { kind: "conflict", code: "hook-switched-off" };
  await expect(requestReplay(ctx, { hookId: hook.id, since: EVER.getTime() })).rejects.toMatchObject(refusal);
  const { entries } = await listDeliveries(ctx, hook.id, { limit: 1 });
  await expect(replayDelivery(ctx, hook.id, only(entries).id)).rejects.toMatchObject(refusal);
});

test("failed deliveries are replayed from the given time on", async () => {
  const { ctx, hook, announce, drain, answerWith, receiver } = await newWorld();
  await announce();
  await db().update(deliveries).set({ createdAt: EVER }).where(eq(deliveries.hookId, hook.id));
  await announce();
  await drain();
  await deliverNothingElse();
  answerWith(200);
  const since = new Date(EVER.getTime() + 1);
  expect((await requestReplay(ctx, { hookId: hook.id, since: since.getTime() })).result).toEqual({
    replayed: 1,
  });
  await makeDue();
  await drain();
  expect(receiver.calls).toHaveLength(3);
  expect((await requestReplay(ctx, { hookId: hook.id, since: EVER.getTime() })).result).toEqual({
    replayed: 1,
  });
});

test("a replayed delivery has the same bytes and id, both after a success and after failures", async () => {
  const { ctx, hook, announce, drain, answerWith, receiver } = await newWorld();
  answerWith(200);
  await announce();
  await drain();
  const { entries } = await listDeliveries(ctx, hook.id, { limit: 1 });
  for (const status of [500, 200]) {
    answerWith(status);
    await replayDelivery(ctx, hook.id, only(entries).id);
    await makeDue();
    await drain();
  }
  expect(receiver.calls).toHaveLength(3);
  const sent = receiver.calls.map(({ body, headers }) => `${headers["webhook-id"]} ${body}`);
  expect(new Set(sent).size).toBe(1);
  expect(sent[0]).toContain(only(entries).id);
});

test("a failing replayed delivery has as many attempts as a new one", async () => {
  const { ctx, hook, announce, drain } = await newWorld();
  await announce();
  for (let i = 0; i < 3; i++) {
    await makeDue();
    await drain();
  }
  const { entries } = await listDeliveries(ctx, hook.id, { limit: 1 });
  await replayDelivery(ctx, hook.id, only(entries).id);
  expect(await db().select().from(deliveryQueue)).toMatchObject([{ attemptsMade: 0 }]);
});

test("a deleted webhook receives nothing more, including queued deliveries", async () => {
  const { token, hook, announce, drain, receiver } = await newWorld();
  await announce();
  await drain();
  await announce();
  await del(`/producers/hooks/${hook.id}`, { token });
  await announce();
  await makeDue();
  await drain();
  expect(receiver.calls).toHaveLength(1);
  expect(await db().select().from(deliveryQueue)).toEqual([]);
});

test("for 24 hours after a rotation calls have the signatures of both secrets, then only of the new one", async () => {
  const { ctx, token, hook, announce, drain, answerWith, receiver, hookRow } = await newWorld();
  answerWith(200);
  vi.setSystemTime(Date.now());
  const secret = await rotateHookSecret(ctx, hook.id);
  expect(secret).not.toBe(hook.secret);
  expect(await hookRow()).toMatchObject({ previousSecretUntil: new Date(Date.now() + 86_400_000) });
  expect(JSON.stringify((await get("/producers/hooks", { token })).body)).not.toContain("whsec_");
  const signedWith = async () => {
    const before = receiver.calls.length;
    await announce();
    await drain();
    const [called] = receiver.calls.slice(before);
    if (!called) throw new Error("Nothing was called.");
    return [hook.secret, secret].filter((one) => {
      try {
        return new Webhook(one).verify(called.body, signatureOf(called));
      } catch {
        return false;
      }
    });
  };
  expect(await signedWith()).toEqual([hook.secret, secret]);
  await db()
    .update(hooks)
    .set({ previousSecretUntil: new Date(Date.now() - 1) })
    .where(eq(hooks.id, hook.id));
  expect(await signedWith()).toEqual([secret]);
});

test("409: a rotation that would end a previous secret before its 24 hours, unless requested", async () => {
  const { ctx, hook, hookRow } = await newWorld();
  await rotateHookSecret(ctx, hook.id);
  const before = await hookRow();
  const refusal = { kind: "conflict", code: "previous-secret-signs" };
  await expect(rotateHookSecret(ctx, hook.id)).rejects.toMatchObject(refusal);
  expect(await hookRow()).toEqual(before);
  await rotateHookSecret(ctx, hook.id, { dropPrevious: true });
  expect(await hookRow()).toMatchObject({ previousSecret: before.secret });
  await db().update(hooks).set({ previousSecretUntil: new Date() }).where(eq(hooks.id, hook.id));
  expect(await rotateHookSecret(ctx, hook.id)).toMatch(/^whsec_/);
});
