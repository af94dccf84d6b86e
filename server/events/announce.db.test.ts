import { asc, eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { unannouncedScans } from "@/db/schema/unannounced-scans";
import { inTransaction } from "@/server/ctx";
import { deleteGroup } from "@/server/domain/groups/delete";
import type { NewProducer } from "@/server/domain/producers/create";
import { commitScan } from "@/server/domain/scans/commit";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime";
import { bodyOfCall, deliverNothingElse, newDeliverer, openDelivering } from "@/server/testing/delivering";
import {
  announceScans,
  ctxOf,
  newGroup,
  newHook,
  newItem,
  newProducer,
  newScan,
} from "@/server/testing/factories";
import { openAnnouncer } from "./announce";

// Holds decision 0033.

const db = () => runtime().database.db;

beforeEach(deliverNothingElse);

/** A producer with a hook for all events, or so many, and an item; `scan` scans it so often. */
async function newWorld({ hookCount = 1 } = {}) {
  const producer = await newProducer();
  const hookIds: string[] = [];
  for (let i = 0; i < hookCount; i++) hookIds.push(await newHook(producer));
  const item = await newItem(producer);
  await db().delete(deliveryQueue);
  const scan = async (times: number) => {
    for (let i = 0; i < times; i++) await newScan(item);
  };
  return { producer, item, hookIds, scan };
}

/** What announces, as another process would. */
function newAnnouncer() {
  const client = postgres(runtime().database.url, { max: 1, fetch_types: false, onnotice: () => {} });
  onTestFinished(() => client.end());
  return { client, announce: openAnnouncer(client) };
}

const scannedEvents = ({ producerId }: NewProducer) =>
  db()
    .select({ id: events.id, hooks: events.hooks })
    .from(events)
    .where(sql`${eq(events.producerId, producerId)} and type = 'itemScanned'`)
    .orderBy(asc(events.id));
const leftOf = ({ producerId }: NewProducer) =>
  db().$count(unannouncedScans, eq(unannouncedScans.producerId, producerId));

test("several processes announce each scan once", async () => {
  const { producer, item, hookIds } = await newWorld();
  const ids = await Promise.all(Array.from({ length: 60 }, () => newScan(item)));
  const announcers = Array.from({ length: 4 }, newAnnouncer);
  const announced = await Promise.all(
    announcers.map(async ({ announce }) => {
      let sum = 0;
      for (let some = await announce(7); some > 0; some = await announce(7)) sum += some;
      return sum;
    }),
  );
  await announceScans();
  expect(announced.reduce((sum, some) => sum + some, 0)).toBeLessThanOrEqual(60);
  expect(await scannedEvents(producer)).toEqual(ids.toSorted().map((id) => ({ id, hooks: hookIds })));
  expect(await leftOf(producer)).toBe(0);
  expect(await db().$count(deliveries, sql`hook_id = ${hookIds[0]}`)).toBe(61);
});

test("one that fails on the way leaves the scans to be announced", async () => {
  const { producer, scan } = await newWorld();
  await scan(3);
  const { client, announce } = newAnnouncer();
  await client.unsafe("begin");
  expect(await announce(100)).toBe(3);
  await client.unsafe("rollback");
  expect(await scannedEvents(producer)).toEqual([]);
  expect(await announce(100)).toBe(3);
  expect(await scannedEvents(producer)).toHaveLength(3);
});

test("a producer's many scans keep no other's waiting, nor do its many hooks", async () => {
  const crowded = await newWorld({ hookCount: 20 });
  await crowded.scan(30);
  const other = await newWorld();
  await other.scan(1);
  const { announce } = newAnnouncer();
  expect(await announce(2)).toBe(1);
  expect(await announce(21)).toBe(2);
  expect(await leftOf(other.producer)).toBe(0);
  expect(await leftOf(crowded.producer)).toBe(28);
});

test("a producer with more hooks than there are places is announced nevertheless", async () => {
  const { producer, scan } = await newWorld({ hookCount: 5 });
  await scan(2);
  const { announce } = newAnnouncer();
  expect(await announce(1)).toBe(1);
  expect(await announce(1)).toBe(1);
  expect(await leftOf(producer)).toBe(0);
});

test("of more producers than have their turn at once, each has its turn", async () => {
  const { producer, scan } = await newWorld();
  await scan(1);
  const MANY = 450;
  await db().execute(sql`
    with brand as (
      insert into producers (id, name, created_at)
      select gen_random_uuid(), 'Brand', now() from generate_series(1, ${MANY}::int) returning id
    )
    insert into unannounced_scans (id, producer_id, hooks, producer, scan, item)
    select gen_random_uuid(), brand.id, '{}', producer, scan, item
    from brand, unannounced_scans where producer_id = ${producer.producerId}`);
  const { announce } = newAnnouncer();
  const announced: number[] = [];
  for (let some = await announce(1_000); some > 0; some = await announce(1_000)) announced.push(some);
  expect(announced).toEqual([200, 200, 51]);
});

test("a hook that was made after a scan is not told of it; one that was deleted or switched off is sent nothing", async () => {
  const { producer, hookIds, scan } = await newWorld({ hookCount: 3 });
  const [kept = "", deleted = "", off = ""] = hookIds;
  await scan(1);
  const later = await newHook(producer);
  const now = new Date();
  await db().update(hooks).set({ switchedOffAt: now }).where(eq(hooks.id, off));
  await db().update(hooks).set({ deletedAt: now, switchedOffAt: now }).where(eq(hooks.id, deleted));
  await announceScans();
  const [event] = await scannedEvents(producer);
  expect(event?.hooks.toSorted()).toEqual(hookIds.toSorted());
  const queued = await db().select({ hook: deliveryQueue.hookId }).from(deliveryQueue);
  expect(queued).toEqual([{ hook: kept }]);
  expect(await db().$count(deliveries, eq(deliveries.hookId, later))).toBe(0);
});

test("a group's hook is told of a scan of before the group was deleted", async () => {
  const { receiver, drain } = await openDelivering();
  const producer = await newProducer();
  const group = await newGroup(producer);
  const item = await newItem(producer, { group });
  await db().execute(sql`update items set group_id = ${group} where identifier = ${item}`);
  await newHook(producer, ["*"], { groupId: group }, receiver.url);
  await newScan(item);
  await deleteGroup(ctxOf(producer), group);
  await drain();
  expect(receiver.calls.map((call) => bodyOfCall(call).event.type).toSorted()).toEqual([
    "groupDeleted",
    "itemScanned",
  ]);
});

test("a scan that is undone is announced to nobody", async () => {
  const { producer, item } = await newWorld();
  const undone = inTransaction(ctxOf(producer), async (ctx) => {
    await commitScan(ctx, {
      id: newId(),
      identifier: item,
      timestamp: new Date(),
      copyclassification: "original",
      latitude: null,
      longitude: null,
      country: null,
      continent: null,
      data: {},
      softwareInfo: {},
      deviceInfo: {},
      os: null,
      device: null,
      softwareversion: null,
      creator: null,
    });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await leftOf(producer)).toBe(0);
});

test("scans that can't be announced do not keep others' deliveries from being sent", async () => {
  const { receiver, http } = await openDelivering();
  const producer = await newProducer();
  const hook = await newHook(producer, ["*"], {}, receiver.url);
  await newScan(await newItem(producer));
  await db().execute(sql`alter table events add constraint no_scans check (type <> 'itemScanned') not valid`);
  onTestFinished(async () => {
    await db().execute(sql`alter table events drop constraint if exists no_scans`);
  });
  const deliverer = newDeliverer(http);
  await deliverer.drain(5_000);
  expect(receiver.calls.map((call) => bodyOfCall(call).event.type)).toEqual(["itemCreated"]);
  await db().execute(sql`alter table events drop constraint no_scans`);
  await deliverer.drain(5_000);
  expect(receiver.calls.map((call) => bodyOfCall(call))).toMatchObject([
    { hook: { id: hook } },
    { event: { type: "itemScanned" } },
  ]);
});
