import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { tries } from "@/db/schema/tries";
import { releaseReadable } from "@/server/domain/hooks/release-readable";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime";
import { post } from "@/server/testing/api";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { newProducer } from "@/server/testing/factories";
import { HOOK_IN_JSON } from "./emit";

// Holds decision 0020.

const UNSENDABLE = "unsendable: the service could not write or sign it";

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
});

/** A producer with a hook; `failures` says why tries of it brought no answer. */
async function newWorld() {
  const delivering = await openDelivering();
  const producer = await newProducer();
  const hook = await registerHook(producer, delivering.receiver.url);
  const failures = async () =>
    (
      await db()
        .select({ failure: tries.failure })
        .from(tries)
        .innerJoin(deliveries, eq(deliveries.id, tries.deliveryId))
        .where(eq(deliveries.hookId, hook.id))
    ).flatMap(({ failure }) => failure ?? []);
  const announce = () => post("/groups", {}, { token: producer.token });
  return { ...delivering, producer, hook, failures, announce };
}

test("what can't be told, or is of another version, is a failed try, and does not stop the others", async () => {
  const { producer, hook, receiver, drain, announce, failures } = await newWorld();
  const told = sql`(select jsonb_build_array(${sql.raw(HOOK_IN_JSON)}) from hooks hook where id = ${hook.id})`;
  const wrong = { producerId: producer.producerId, hooks: told, createdAt: new Date() };
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
  expect(waiting.map(({ triesMade, lease }) => [triesMade, lease])).toEqual(Array(3).fill([1, null]));
  expect(await failures()).toEqual(Array(3).fill(UNSENDABLE));
});

test("deliveries of a hook whose secret can't be read are held without a failure, and go on once it can be", async () => {
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
  expect((await waiting()).map(({ triesMade, lease }) => [triesMade, lease])).toEqual(
    Array(2).fill([0, null]),
  );

  await releaseReadable(runtime().database);
  expect((await read()).secretUnreadableSince).toBeInstanceOf(Date);
  await db().update(hooks).set({ secret }).where(eq(hooks.id, hook.id));
  await releaseReadable(runtime().database);
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

test("a previous secret whose key is lost does not keep the new one from signing", async () => {
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
