import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { setAside } from "@/db/schema/set-aside";
import { only } from "@/server/data/only";
import { HOOK_IN_JSON } from "@/server/events/emit";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import {
  bodyOfCall,
  deliverNothingElse,
  openDelivering,
  queueAllEvents,
  registerHook,
} from "@/server/testing/delivering";
import { newProducer } from "@/server/testing/factories";
import { releasingHooks } from "./hooks/release-readable";

// Holds decision 0020.

/** Ids of deliveries that no statement can claim, and of deliveries that cannot be read before sending. */
const broken = vi.hoisted(() => ({ unclaimable: new Set<string>(), unreadable: new Set<string>() }));

vi.mock("./claim", async (original) => {
  const claims = await original<typeof import("./claim")>();
  const openClaims: typeof claims.openClaims = (client) => {
    const claim = claims.openClaims(client);
    return async (slots) => {
      const due = await client<
        { id: string }[]
      >`select delivery_id as id from delivery_queue where due_at <= now()`;
      if (due.some(({ id }) => broken.unclaimable.has(id))) throw new Error("poison");
      return claim(slots);
    };
  };
  return { ...claims, openClaims };
});

vi.mock("./read-message", async (original) => {
  const messages = await original<typeof import("./read-message")>();
  const messageReader: typeof messages.messageReader = (client) => {
    const read = messages.messageReader(client);
    return async (delivery) => {
      if (broken.unreadable.has(delivery.id)) throw new Error("poison");
      return read(delivery);
    };
  };
  const readable: typeof messages.readable = async (client, ids) => {
    if (ids.some((id) => broken.unclaimable.has(id))) throw new Error("poison");
    await messages.readable(client, ids);
  };
  return { ...messages, messageReader, readable };
});

const UNSENDABLE = "unsendable: the service could not write or sign it";

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
  await db().delete(setAside);
});

/** Creates a producer with a webhook; `failures` returns the reasons of failed attempts. */
async function newWorld() {
  const delivering = await openDelivering();
  const producer = await newProducer();
  const hook = await registerHook(producer, delivering.receiver.url);
  const failures = async () =>
    (
      await db()
        .select({ failure: attempts.failure })
        .from(attempts)
        .innerJoin(deliveries, eq(deliveries.id, attempts.deliveryId))
        .where(eq(deliveries.hookId, hook.id))
    ).flatMap(({ failure }) => failure ?? []);
  const announce = () => post("/groups", {}, { token: producer.token });
  return { ...delivering, producer, hook, failures, announce };
}

test("a delivery that cannot be written, or is of another version, is a failed attempt and does not stop others", async () => {
  const { producer, hook, receiver, drain, announce, failures } = await newWorld();
  const hookInJson = sql`(select jsonb_build_array(${sql.raw(HOOK_IN_JSON)}) from hooks hook where id = ${hook.id})`;
  const wrong = { producerId: producer.producerId, hooks: hookInJson, createdAt: new Date() };
  await db()
    .insert(events)
    .values([
      { ...wrong, id: newId(), type: "groupCreated", snapshot: sql`'{}'` },
      { ...wrong, id: newId(), type: "groupCreated", snapshot: sql`'{"producer": {"id": 1}, "group": []}'` },
      { ...wrong, id: newId(), type: "itemSold", snapshot: { producer: { id: newId(), name: "x" } } },
    ]);
  await announce();
  await drain();
  expect(receiver.calls.map(bodyOfCall)).toMatchObject([{ event: { type: "groupCreated" } }]);
  const waiting = await db().select().from(deliveryQueue).where(eq(deliveryQueue.hookId, hook.id));
  expect(waiting.map(({ attemptsMade, lease }) => [attemptsMade, lease])).toEqual(Array(3).fill([1, null]));
  expect(await failures()).toEqual(Array(3).fill(UNSENDABLE));
});

test("deliveries of a webhook with an unreadable secret are held without a failure, and continue once it is readable", async () => {
  const { producer, hook, receiver, drain, announce, failures } = await newWorld();
  const other = await registerHook(producer, receiver.url);
  const read = async () => {
    const [row] = await db().select().from(hooks).where(eq(hooks.id, hook.id));
    if (!row) throw new Error("There is no hook.");
    return row;
  };
  const { secret } = await read();
  const since = new Date(0);
  await db()
    .update(hooks)
    .set({ secret: Buffer.alloc(60), failingSince: since })
    .where(eq(hooks.id, hook.id));
  await announce();
  await announce();
  await drain();
  expect(receiver.calls.map((call) => bodyOfCall(call).hook.id)).toEqual([other.id, other.id]);
  expect(await failures()).toEqual([]);
  expect(await read()).toMatchObject({
    secretUnreadableSince: expect.any(Date),
    failingSince: since,
    switchedOffAt: null,
  });
  const waiting = () => db().select().from(deliveryQueue).where(eq(deliveryQueue.hookId, hook.id));
  expect((await waiting()).map(({ attemptsMade, lease }) => [attemptsMade, lease])).toEqual(
    Array(2).fill([0, null]),
  );

  await runPass(releasingHooks, runtime().database);
  expect((await read()).secretUnreadableSince).toBeInstanceOf(Date);
  await db().update(hooks).set({ secret }).where(eq(hooks.id, hook.id));
  await runPass(releasingHooks, runtime().database);
  await drain();
  expect(receiver.calls.map((call) => bodyOfCall(call).hook.id)).toEqual([
    other.id,
    other.id,
    hook.id,
    hook.id,
  ]);
  expect(await read()).toMatchObject({
    secretUnreadableSince: null,
    failingSince: null,
    switchedOffAt: null,
  });
  expect(await waiting()).toEqual([]);
});

test("a previous secret whose key is lost does not stop the new one from signing", async () => {
  const { hook, receiver, drain, announce, failures } = await newWorld();
  await db()
    .update(hooks)
    .set({ previousSecret: Buffer.alloc(60), previousSecretUntil: new Date(Date.now() + 3_600_000) })
    .where(eq(hooks.id, hook.id));
  await announce();
  await drain();
  expect(receiver.calls).toHaveLength(1);
  expect(receiver.calls[0]?.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
  expect(await failures()).toEqual([]);
});

test.each([
  ["claimed", broken.unclaimable],
  ["read", broken.unreadable],
])("a delivery that cannot be %s is set aside and blocks no other", async (_, poison) => {
  const { hook, receiver, drain, announce } = await newWorld();
  await announce();
  await queueAllEvents();
  const queued = () => db().select().from(deliveryQueue).where(eq(deliveryQueue.hookId, hook.id));
  const { deliveryId } = only(await queued());
  poison.add(deliveryId);
  await announce();
  await drain();
  expect(receiver.calls).toHaveLength(1);
  const failed = await db().select().from(setAside);
  expect(failed).toMatchObject([{ loop: "delivering", key: deliveryId, reason: "poison" }]);
  expect(only(await queued())).toMatchObject({ deliveryId, lease: null, dueAt: failed[0]?.retryAt });
});
