// Holds decision 0066.
import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { pendingEvents } from "@/db/schema/pending-events";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { partitionsOf } from "@/server/data/partitions";
import { newId, timeOfId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { deliverNothingElse, queueAllEvents } from "@/server/testing/delivering";
import { newHook, newProducer } from "@/server/testing/factories";
import { renewPartitions } from "./partitions";

const { database } = runtime();
const { db } = database;
const TABLES = ["events", "deliveries", "attempts"];
/** A week without any partition so far: each test has its own. */
let week = Date.UTC(2040, 0, 2);

beforeEach(async () => {
  await deliverNothingElse();
  week += 70 * DAY_MS;
});

const renew = (now: number) => renewPartitions(database, undefined, now);

const ranges = async () =>
  Promise.all(
    TABLES.map(async (table) =>
      (await partitionsOf(db, table)).map(({ from, until }) => [timeOfId(from), timeOfId(until)]),
    ),
  );

/** Emits an event of a time, and delivers it. Returns its rows' ids. */
async function deliver(at: number) {
  const producer = await newProducer();
  const hook = await newHook(producer);
  const id = newId(at);
  await db.insert(events).values({
    id,
    type: "itemCreated",
    producerId: producer.producerId,
    snapshot: { producer: { id: producer.producerId, name: "Acme" } },
    hooks: sql`(select jsonb_agg(to_jsonb(hooks)) from hooks where id = ${hook})`,
    createdAt: new Date(at),
  });
  await queueAllEvents();
  const { id: deliveryId } = only(await db.select().from(deliveries).where(eq(deliveries.eventId, id)));
  await db.insert(attempts).values({ deliveryId, startedAt: new Date(at), latencyMs: 1, status: 200 });
  return { ...producer, id, deliveryId };
}

const end = (deliveryId: string) => db.delete(deliveryQueue).where(eq(deliveryQueue.deliveryId, deliveryId));

const rowsOf = async ({ id, deliveryId }: { id: string; deliveryId: string }) => [
  await db.$count(events, eq(events.id, id)),
  await db.$count(deliveries, eq(deliveries.id, deliveryId)),
  await db.$count(attempts, eq(attempts.deliveryId, deliveryId)),
];

const bytesOf = async (view: "stored_bytes" | "storage_bytes", producerId: string) =>
  only(
    await db.execute<{ bytes: number }>(sql`
      select coalesce(sum(bytes), 0)::float8 as bytes from ${sql.identifier(view)}
      where producer_id = ${producerId} and kind = 'events'`),
  ).bytes;

test("the next three weeks have partitions of the same ranges in all tables, and another pass adds none", async () => {
  await renew(week);
  const [ofEvents, ...others] = await ranges();
  expect(ofEvents?.slice(-3)).toEqual(
    [0, 1, 2].map((n) => [week + 7 * n * DAY_MS, week + 7 * (n + 1) * DAY_MS]),
  );
  for (const other of others) expect(other).toEqual(ofEvents);
  await renew(week + DAY_MS / 2);
  expect((await ranges())[0]?.slice(0, -1)).toEqual(ofEvents);
});

test("an event without a partition of its week is recorded and delivered; its week gets none later", async () => {
  const rows = await deliver(week + DAY_MS);
  await renew(week);
  expect(await rowsOf(rows)).toEqual([1, 1, 1]);
  expect((await ranges())[0]?.slice(-2).map(([from]) => from)).toEqual([
    week + 7 * DAY_MS,
    week + 14 * DAY_MS,
  ]);
});

test("a delivery and its attempts are in partitions of the event's week, however late it is queued", async () => {
  await renew(week);
  const { id, deliveryId } = await deliver(week + 6.9 * DAY_MS);
  const name = new Date(week).toISOString().slice(0, 10).replaceAll("-", "");
  const partitions = await db.execute<{ name: string }>(sql`
    select tableoid::regclass::text as name from events where id = ${id}
    union all select tableoid::regclass::text from deliveries where id = ${deliveryId}
    union all select tableoid::regclass::text from attempts where delivery_id = ${deliveryId}`);
  expect(partitions.map(({ name }) => name)).toEqual(TABLES.map((table) => `partitions.${table}_${name}`));
});

test("a week is dropped as a whole 30 days after its end, and its bytes are no longer counted", async () => {
  await renew(week);
  const [old, next] = [await deliver(week + DAY_MS), await deliver(week + 7 * DAY_MS)];
  await end(old.deliveryId);
  await end(next.deliveryId);
  expect(await bytesOf("storage_bytes", old.producerId)).toBeGreaterThan(0);
  await renew(week + 37 * DAY_MS - 1);
  expect(await rowsOf(old)).toEqual([1, 1, 1]);
  await renew(week + 37 * DAY_MS);
  expect(await rowsOf(old)).toEqual([0, 0, 0]);
  expect(await rowsOf(next)).toEqual([1, 1, 1]);
  for (const { producerId } of [old, next])
    expect(await bytesOf("storage_bytes", producerId)).toBe(await bytesOf("stored_bytes", producerId));
});

test("a week with a delivery that is still queued stays until that one has ended", async () => {
  await renew(week);
  const [queued, ended] = [await deliver(week + DAY_MS), await deliver(week + DAY_MS)];
  await end(ended.deliveryId);
  await renew(week + 37 * DAY_MS);
  expect(await rowsOf(queued)).toEqual([1, 1, 1]);
  expect(await rowsOf(ended)).toEqual([1, 1, 1]);
  await end(queued.deliveryId);
  await renew(week + 37 * DAY_MS);
  expect(await rowsOf(queued)).toEqual([0, 0, 0]);
});

test("a week with a pending event stays, and so does one whose event has a delivery of another week", async () => {
  await renew(week);
  const { id, deliveryId, producerId } = await deliver(week + DAY_MS);
  await end(deliveryId);
  await db.insert(pendingEvents).values({ producerId, eventId: id });
  await renew(week + 37 * DAY_MS);
  expect(await rowsOf({ id, deliveryId })).toEqual([1, 1, 1]);
  await db.delete(pendingEvents);
  const moved = newId(week + 8 * DAY_MS);
  await db.update(attempts).set({ deliveryId: moved }).where(eq(attempts.deliveryId, deliveryId));
  await db
    .update(deliveries)
    .set({ id: moved })
    .where(inArray(deliveries.id, [deliveryId]));
  await renew(week + 37 * DAY_MS);
  expect(await rowsOf({ id, deliveryId: moved })).toEqual([1, 1, 1]);
});

test("a pass that meets a long transaction gives up soon, and the next one goes on", async () => {
  await renew(week);
  const { deliveryId, ...rows } = await deliver(week + DAY_MS);
  await end(deliveryId);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from events limit 1`);
    await expect(renew(week + 37 * DAY_MS)).rejects.toThrow();
  });
  await renew(week + 37 * DAY_MS);
  expect(await rowsOf({ ...rows, deliveryId })).toEqual([0, 0, 0]);
});
