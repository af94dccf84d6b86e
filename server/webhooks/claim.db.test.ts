import { eq, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { deliverNothingElse } from "@/server/testing/delivering";
import { newHook, newProducer } from "@/server/testing/factories";
import { openClaims } from "./claim";
import { connectDeliveries } from "./connect";

// Holds decision 0020.

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
});

/** Creates a producer for webhooks with queued deliveries; `claim` claims some of each webhook, as a process does. */
async function newWorld() {
  const producer = await newProducer();
  const { producerId } = producer;
  const [event] = await db().execute<{ id: string }>(sql`
    insert into events (id, type, producer_id, snapshot, hooks, created_at)
    values (gen_random_uuid(), 'groupCreated', ${producerId}, '{}', '[]', now()) returning id`);
  if (!event) throw new Error("There is no event.");
  /** Queues `count` deliveries of a webhook, due after `seconds`. */
  const wait = (hookId: string, count: number, seconds: number) =>
    db().execute(sql`
      with delivery as (
        insert into deliveries (event_id, hook_id, hook, created_at)
        select ${event.id}, ${hookId}, '{}', now() from generate_series(1, ${count}) returning id
      )
      insert into delivery_queue (delivery_id, hook_id, due_at)
      select id, ${hookId}, now() + make_interval(secs => ${seconds}) from delivery`);
  /** Creates webhooks with `count` queued deliveries each. */
  const manyWait = (hooks: number, count: number, seconds: number) =>
    db().execute(sql`
      with hook as (
        insert into hooks (id, producer_id, events, url, secret, created_at, updated_at)
        select gen_random_uuid(), ${producerId}, '{itemSold}', 'https://receiver.test/', 'x', now(), now()
        from generate_series(1, ${hooks}) returning id
      ), delivery as (
        insert into deliveries (event_id, hook_id, hook, created_at)
        select ${event.id}, hook.id, '{}', now() from hook, generate_series(1, ${count}) returning id, hook_id
      )
      insert into delivery_queue (delivery_id, hook_id, due_at)
      select id, hook_id, now() + make_interval(secs => ${seconds}) from delivery`);
  const client = connectDeliveries(runtime().database, 1);
  onTestFinished(() => client.end());
  const claims = openClaims(client);
  const claim = (most = 200) => claims({ most, ofOthers: 2, ofHooks: new Map(), full: [] });
  return { producer, wait, manyWait, client, claims, claim };
}

/** Creates a webhook with a given id, which comes before or after all others, until the test ends. */
async function hookAt(producer: NewProducer, id: string) {
  const made = await newHook(producer, ["itemSold"]);
  await db().update(hooks).set({ id }).where(eq(hooks.id, made));
  onTestFinished(async () => {
    await db().execute(sql`with made as (delete from deliveries where hook_id = ${id} returning id)
      delete from delivery_queue where delivery_id in (select id from made)`);
    await db().delete(hooks).where(eq(hooks.id, id));
  });
  return id;
}

const FIRST = "00000000-0000-7000-8000-000000000000";
const LAST = "ffffffff-ffff-7fff-bfff-ffffffffffff";

test.each([
  ["before", FIRST],
  ["after", LAST],
])(
  "a webhook's delivery is claimed at once despite another's large backlog, with an id %s that one's",
  async (_, id) => {
    const { producer, wait, claim } = await newWorld();
    const [crowded, other] = [await newHook(producer, ["itemSold"]), await hookAt(producer, id)];
    await wait(crowded, 300, -3600);
    await wait(other, 1, -1);
    const claimed = (await claim()).map(({ hookId }) => hookId);
    expect(claimed.toSorted()).toEqual([crowded, crowded, other].toSorted());
  },
);

test("despite a backlog and a thousand webhooks with later deliveries, a due delivery is claimed within a few claims", async () => {
  const { producer, wait, manyWait, claim } = await newWorld();
  const crowded = await newHook(producer, ["itemSold"]);
  const last = await hookAt(producer, LAST);
  await wait(crowded, 300, -3600);
  await manyWait(1200, 1, 86_400);
  await wait(last, 1, -1);
  const claimed: string[] = [];
  for (let i = 0; i < 3; i++) claimed.push(...(await claim(100)).map(({ hookId }) => hookId));
  expect(claimed).toContain(last);
});

test("the walk of claims wraps around: deliveries of a webhook that it has passed are claimed in the next round", async () => {
  const { producer, wait, manyWait, claim } = await newWorld();
  const crowded = await newHook(producer, ["itemSold"]);
  await wait(crowded, 300, -3600);
  await manyWait(1200, 1, 86_400);
  const first = await hookAt(producer, FIRST);
  const claimed: number[] = [];
  for (let i = 0; i < 4; i++) {
    await wait(first, 1, -1);
    claimed.push((await claim(100)).filter(({ hookId }) => hookId === first).length);
  }
  expect(claimed).toEqual([1, 0, 0, 2]);
});

const Cost = z.object({
  looks: z.coerce.number(),
  rows: z.coerce.number(),
  written: z.coerce.number(),
  writtenToIndexes: z.coerce.number(),
});

/** The database cost of some work: scans of tables and indexes, rows read, rows written, and those written to indexes. */
async function costOf<T>(
  client: Sql,
  work: () => Promise<T>,
  tables = ["delivery_queue", "deliveries", "hooks"],
) {
  const read = async () =>
    Cost.parse(
      only([
        ...(await client`
          select sum(seq_scan + coalesce(idx_scan, 0)) as looks, sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows,
            sum(n_tup_upd) as written, sum(n_tup_upd - n_tup_hot_upd) as "writtenToIndexes"
          from pg_stat_xact_user_tables where relname = any(${makePgArray(tables)}) or schemaname = 'partitions' and regexp_replace(relname, '_[^_]*$', '') = any(${makePgArray(tables)})`),
      ]),
    );
  await client.unsafe("begin");
  const before = await read();
  const result = await work();
  const after = await read();
  await client.unsafe("rollback");
  const { looks, rows, written, writtenToIndexes } = before;
  return {
    result,
    looks: after.looks - looks,
    rows: after.rows - rows,
    written: after.written - written,
    writtenToIndexes: after.writtenToIndexes - writtenToIndexes,
  };
}

test("deliveries that are due tomorrow cost a claim nothing, however many webhooks they are for", async () => {
  const { producer, wait, manyWait, client, claim } = await newWorld();
  const due = await newHook(producer, ["itemSold"]);
  await manyWait(3000, 2, 86_400);
  await wait(due, 3, -1);
  await db().execute(sql`analyze delivery_queue, deliveries, hooks`);
  const { result: claimed, looks, rows } = await costOf(client, () => claim());
  expect(claimed.map(({ hookId }) => hookId)).toEqual([due, due]);
  expect(rows).toBeLessThan(50);
  expect(looks).toBeLessThan(50);
  expect(await db().select().from(deliveryQueue)).toHaveLength(6003);
});

test("a claim reads little of the backlog of a webhook without free slots", async () => {
  const { producer, wait, client, claims } = await newWorld();
  const [crowded, other] = [await newHook(producer, ["itemSold"]), await hookAt(producer, LAST)];
  await wait(crowded, 20_000, -3600);
  await db().execute(sql`analyze delivery_queue, deliveries, hooks`);
  await wait(other, 1, -1);
  const { result, rows } = await costOf(
    client,
    () => claims({ most: 200, ofOthers: 2, ofHooks: new Map([[crowded, 0]]), full: [] }),
    ["delivery_queue"],
  );
  expect(result.map(({ hookId }) => hookId)).toEqual([other]);
  expect(rows).toBeLessThan(2_000);
});

test("a claim updates rows in their own page and writes to no index", async () => {
  const { producer, wait, client, claim } = await newWorld();
  const hook = await newHook(producer, ["itemSold"]);
  await wait(hook, 20, -1);
  const { result, written, writtenToIndexes } = await costOf(client, () => claim());
  expect([result.length, written, writtenToIndexes]).toEqual([2, 2, 0]);
});
