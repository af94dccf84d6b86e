import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { pendingEvents } from "@/db/schema/pending-events";
import { setAside } from "@/db/schema/set-aside";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import {
  bodyOfCall,
  deliverNothingElse,
  newDeliverer,
  openDelivering,
  queueAllEvents,
} from "@/server/testing/delivering";
import { ctxOf, newHook, newItem, newProducer, newScan } from "@/server/testing/factories";
import { switchAutovacuumOff } from "@/server/testing/hot-item";
import { connectDeliveries } from "./connect";
import { forgetOldEvents } from "./deliveries/forget-old";
import { switchHookOn } from "./hooks/switch-on";
import { openQueueing } from "./queue-events";

// Holds decision 0033.

const db = () => runtime().database.db;

beforeEach(deliverNothingElse);

/** Creates a producer with webhooks for all events and an item; `scan` scans the item several times. */
async function newWorld({ hookCount = 1 } = {}) {
  const producer = await newProducer();
  const item = await newItem(producer);
  const hookIds: string[] = [];
  for (let i = 0; i < hookCount; i++) hookIds.push(await newHook(producer));
  const scan = async (times: number) => {
    for (let i = 0; i < times; i++) await newScan(item);
  };
  return { producer, item, hookIds, scan };
}

/** Opens a queueing, as in another process. */
function newQueueing() {
  const client = connectDeliveries(runtime().database, 1);
  onTestFinished(() => client.end());
  return { client, queueEvents: openQueueing(client) };
}

const pendingOf = ({ producerId }: NewProducer) =>
  db().$count(pendingEvents, eq(pendingEvents.producerId, producerId));
const deliveriesOf = ({ producerId }: NewProducer) =>
  db()
    .select({ eventId: deliveries.eventId, hookId: deliveries.hookId })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(eq(events.producerId, producerId));

test("several processes queue each event once, for each hook", async () => {
  const { producer, item, hookIds } = await newWorld({ hookCount: 2 });
  const ids = await Promise.all(Array.from({ length: 60 }, () => newScan(item)));
  const all = Array.from({ length: 4 }, newQueueing).map(async ({ queueEvents }) => {
    while ((await queueEvents(7)) > 0);
  });
  await Promise.all(all);
  await queueAllEvents();
  expect(await pendingOf(producer)).toBe(0);
  const made = (await deliveriesOf(producer)).map(({ eventId, hookId }) => `${eventId} ${hookId}`);
  expect(made.toSorted()).toEqual(ids.flatMap((id) => hookIds.map((hook) => `${id} ${hook}`)).toSorted());
  expect(await db().$count(deliveryQueue)).toBe(120);
});

test("a queueing that fails leaves the events pending", async () => {
  const { producer, scan } = await newWorld();
  await scan(3);
  const { client, queueEvents } = newQueueing();
  await client.unsafe("begin");
  expect(await queueEvents(100)).toBe(3);
  await client.unsafe("rollback");
  expect(await deliveriesOf(producer)).toEqual([]);
  expect(await queueEvents(100)).toBe(3);
  expect(await deliveriesOf(producer)).toHaveLength(3);
});

test("neither many events nor many webhooks of a producer delay other producers' events", async () => {
  const crowded = await newWorld({ hookCount: 20 });
  await crowded.scan(30);
  const other = await newWorld();
  await other.scan(1);
  const { queueEvents } = newQueueing();
  // The order is random: the chance that the other producer never comes first is negligible.
  for (let i = 0; i < 29; i++) await queueEvents(2);
  expect(await pendingOf(other.producer)).toBe(0);
  expect(await pendingOf(crowded.producer)).toBeGreaterThan(0);
});

test("an event with more webhooks than free slots is queued", async () => {
  const { producer, scan } = await newWorld({ hookCount: 5 });
  await scan(2);
  const { queueEvents } = newQueueing();
  expect(await queueEvents(1)).toBe(1);
  expect(await queueEvents(1)).toBe(1);
  expect(await pendingOf(producer)).toBe(0);
  expect(await deliveriesOf(producer)).toHaveLength(10);
});

test("with more producers than free slots, some of them have their turn", async () => {
  for (let i = 0; i < 3; i++) await (await newWorld()).scan(1);
  const { queueEvents } = newQueueing();
  const taken: number[] = [];
  for (let some = await queueEvents(2); some > 0; some = await queueEvents(2)) taken.push(some);
  expect(taken).toEqual([2, 1]);
});

/** Emits one event of each of several new producers. */
const eventsOfMany = (producers: number) =>
  db().execute(sql`
    with brand as (
      insert into producers (id, name, created_at)
      select gen_random_uuid(), 'Brand', now() from generate_series(1, ${producers}::int) returning id
    )
    insert into events (id, type, producer_id, hooks, created_at, snapshot)
    select new_id(), 'itemCreated', id, jsonb_build_array(jsonb_build_object('id', gen_random_uuid())), now(), '{}' from brand`);

test("with more producers than one statement serves, each has its turn", async () => {
  await eventsOfMany(450);
  const { queueEvents } = newQueueing();
  const taken: number[] = [];
  for (let some = await queueEvents(1_000); some > 0; some = await queueEvents(1_000)) taken.push(some);
  expect(taken).toEqual([200, 200, 50]);
});

test("a producer that the walk has passed has its turn in the next round", async () => {
  await eventsOfMany(200);
  const { queueEvents } = newQueueing();
  expect(await queueEvents(1_000)).toBe(200);
  await db().execute(sql`
    insert into events (id, type, producer_id, hooks, created_at, snapshot)
    select gen_random_uuid(), type, producer_id, hooks, created_at, snapshot from events order by producer_id limit 1`);
  expect(await queueEvents(1_000)).toBe(1);
});

test("an event is not sent to webhooks created after it, nor to deleted or switched-off ones", async () => {
  const { producer, hookIds, scan } = await newWorld({ hookCount: 3 });
  const [kept = "", deleted = "", off = ""] = hookIds;
  await scan(1);
  const later = await newHook(producer);
  const now = new Date();
  await db().update(hooks).set({ switchedOffAt: now }).where(eq(hooks.id, off));
  await db().update(hooks).set({ deletedAt: now, switchedOffAt: now }).where(eq(hooks.id, deleted));
  await queueAllEvents();
  expect(await db().select({ hook: deliveryQueue.hookId }).from(deliveryQueue)).toEqual([{ hook: kept }]);
  const made = (await deliveriesOf(producer)).map(({ hookId }) => hookId);
  expect(made.toSorted()).toEqual([kept, off].toSorted());
  expect(made).not.toContain(later);
});

test("events of a switched-off webhook are not sent even if it is switched on before they are queued", async () => {
  const { producer, hookIds, scan } = await newWorld();
  const [hook = ""] = hookIds;
  await db().update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, hook));
  await scan(1);
  await switchHookOn(ctxOf(producer), hook);
  await scan(1);
  await queueAllEvents();
  expect(await deliveriesOf(producer)).toHaveLength(2);
  expect(await db().$count(deliveryQueue)).toBe(1);
});

test("queueing a few of many pending events neither reads nor sorts them all", async () => {
  const { producerId } = await newProducer();
  await db().execute(sql`
    insert into events (id, type, producer_id, hooks, created_at, snapshot)
    select new_id(), 'itemCreated', ${producerId}, '[{"id": "00000000-0000-7000-8000-000000000000"}]', now(), '{}'
    from generate_series(1, 50000)`);
  await db().execute(sql`analyze events, pending_events`);
  const { client, queueEvents } = newQueueing();
  const read = async () =>
    only([
      ...(await client<{ whole: number; rows: number }[]>`
        select sum(seq_scan)::int as whole, sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows
        from pg_stat_xact_user_tables where relname = 'pending_events' or relname ~ '^events_'`),
    ]);
  await client.unsafe("begin");
  expect(await queueEvents(50)).toBe(50);
  const { whole, rows } = await read();
  await client.unsafe("rollback");
  expect(whole).toBe(0);
  expect(rows).toBeLessThan(1_000);
  await db().execute(sql`delete from events where producer_id = ${producerId}`);
});

const FEW = 10;
const MANY = 20_000;

test.each([
  ["the tables have no statistics", ["few"]],
  ["many events were pending at the time of the statistics", ["many", "analyze", "few"]],
  ["few events were pending at the time of the statistics", ["few", "analyze", "many"]],
  ["the statistics show many pending events", ["many", "analyze"]],
])("if %s, no more events are read than are queued", async (_, steps) => {
  const { producerId } = await newProducer();
  await switchAutovacuumOff("events", "pending_events");
  await db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into events (id, type, producer_id, hooks, created_at, snapshot)
      select new_id(), 'itemCreated', ${producerId}, '[{"id": "00000000-0000-7000-8000-000000000000"}]', now(), '{}'
      from generate_series(1, ${MANY}::int)`);
  });
  const wait = (most: number) =>
    db().execute(sql`
      insert into pending_events (producer_id, event_id)
      select producer_id, id from events where producer_id = ${producerId} order by id limit ${most}`);
  for (const step of steps) {
    if (step === "analyze") await db().execute(sql`analyze events, pending_events`);
    else {
      await db().delete(pendingEvents);
      await wait(step === "few" ? FEW : MANY);
    }
  }
  const { client, queueEvents } = newQueueing();
  await client.unsafe("begin");
  // As on a disk with slow random access.
  await client.unsafe("set local random_page_cost = 40");
  expect(await queueEvents(FEW)).toBe(FEW);
  const read = await client<{ table: string; rows: number }[]>`
    select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname = 'pending_events' or relname ~ '^events_'`;
  await client.unsafe("rollback");
  for (const { table, rows } of read) expect(rows, table).toBeLessThanOrEqual(10 * FEW);
  await db().delete(pendingEvents);
  await db().execute(sql`delete from events where producer_id = ${producerId}`);
});

const aside = () =>
  db().select().from(setAside).where(eq(setAside.loop, "queueing")).orderBy(setAside.firstFailedAt);

/** Makes everything that is set aside due for its retry. */
const makeRetriesDue = () =>
  db()
    .update(setAside)
    .set({ retryAt: new Date(0) });

test("events that cannot be queued are set aside and retried; other deliveries are sent meanwhile", async () => {
  const { receiver, http } = await openDelivering();
  const producer = await newProducer();
  await newHook(producer, ["*"], {}, receiver.url);
  const item = await newItem(producer);
  await queueAllEvents();
  await newScan(item);
  await db().execute(sql`alter table deliveries add constraint no_more check (false) not valid`);
  const allowMore = () => db().execute(sql`alter table deliveries drop constraint if exists no_more`);
  onTestFinished(async () => {
    await allowMore();
  });
  await newDeliverer(http).drain(60_000);
  expect(receiver.calls.map((call) => bodyOfCall(call).event.type)).toEqual(["itemCreated"]);
  expect(await aside()).toMatchObject([{ attempts: 1, reason: expect.stringContaining("no_more") }]);

  await makeRetriesDue();
  await newDeliverer(http).drain(60_000);
  expect(await aside()).toMatchObject([{ attempts: 2 }]);

  await allowMore();
  await makeRetriesDue();
  await newDeliverer(http).drain(60_000);
  expect(receiver.calls.map((call) => bodyOfCall(call).event.type)).toEqual(["itemCreated", "itemScanned"]);
  expect(await aside()).toEqual([]);
});

test("an event that cannot be queued does not stop others, not even of its own producer", async () => {
  const { receiver, http } = await openDelivering();
  const [producer, other] = [await newProducer(), await newProducer()];
  for (const each of [producer, other]) await newHook(each, ["itemScanned"], {}, receiver.url);
  const items = [await newItem(producer), await newItem(other)];
  const scanned = [];
  for (const item of [...items, ...items, ...items]) scanned.push(await newScan(item));
  const [poison = ""] = scanned;
  await db().update(events).set({ hooks: sql`'[{"id": "no id at all"}]'` }).where(eq(events.id, poison));
  await newDeliverer(http).drain(60_000);
  expect(receiver.calls).toHaveLength(scanned.length - 1);
  expect(await aside()).toMatchObject([{ key: poison, attempts: 1 }]);
  expect(await db().select().from(pendingEvents)).toEqual([]);
});

test("an old event is not deleted before it is queued", async () => {
  const { producer, scan } = await newWorld();
  await scan(2);
  await db()
    .update(events)
    .set({ createdAt: sql`now() - interval '38 days'` })
    .where(eq(events.producerId, producer.producerId));
  expect(await forgetOldEvents(runtime().database)).toBe(0);
  await queueAllEvents();
  await db().delete(deliveryQueue);
  expect(await forgetOldEvents(runtime().database)).toBe(2);
});
