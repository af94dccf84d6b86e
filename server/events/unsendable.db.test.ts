import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { tries } from "@/db/schema/tries";
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

test("a hook whose secret can't be read has failed tries, and does not stop the others", async () => {
  const { producer, hook, receiver, drain, announce, failures } = await newWorld();
  const other = await registerHook(producer, receiver.url);
  await db()
    .update(hooks)
    .set({ secret: Buffer.alloc(60) })
    .where(eq(hooks.id, hook.id));
  await announce();
  await drain();
  expect(receiver.calls.map((call) => bodyOfCall(call).hook.id)).toEqual([other.id]);
  expect(await failures()).toEqual([UNSENDABLE]);
});
