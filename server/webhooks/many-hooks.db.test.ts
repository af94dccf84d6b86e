import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { emit, waitingHooks } from "@/server/events/emit";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { del, post } from "@/server/testing/api";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { ctxOf, newContent, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { recordByStatement } from "@/server/testing/record-by-statement";

// Holds decision 0020.

const MANY = 5000;

const db = () => runtime().database.db;

/** Creates a producer whose items have a webhook each, and one item and one group without webhooks. */
async function newWorld() {
  const producer = await newProducer();
  const { producerId } = producer;
  await db().execute(sql`
    insert into identifiers (identifier, producer_id)
    select 'many-' || n, ${producerId} from generate_series(1, ${MANY}) n`);
  await db().execute(sql`
    insert into items (identifier, producer_id, created_at, updated_at)
    select 'many-' || n, ${producerId}, now(), now() from generate_series(1, ${MANY}) n`);
  await db().execute(sql`
    insert into hooks (id, producer_id, item_id, events, url, secret, created_at, updated_at)
    select gen_random_uuid(), ${producerId}, id, '{*}', 'https://receiver.test/', 'x', now(), now()
    from items where identifier like 'many-%'`);
  await db().execute(sql`analyze items, hooks`);
  const group = await newGroup(producer);
  const item = await newItem(producer);
  await post(`/groups/${group}/items/${item}`, undefined, { token: producer.token });
  return { producer, group, item };
}

let world: Awaited<ReturnType<typeof newWorld>>;

beforeAll(async () => {
  world = await newWorld();
});

beforeEach(async () => {
  await deliverNothingElse();
});

const Read = z.object({ scans: z.coerce.number(), rows: z.coerce.number() });

/** How often the work scans the whole table of webhooks, and how many rows it reads. */
const hooksRead = (ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>) =>
  inTransaction(ctx, async (ctx) => {
    const counted = async () =>
      Read.parse(
        only([
          ...(await ctx.db.execute(sql`
            select seq_scan as scans, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
            from pg_stat_xact_user_tables where relname = 'hooks'`)),
        ]),
      );
    const before = await counted();
    await work(ctx);
    const after = await counted();
    return { scans: after.scans - before.scans, rows: after.rows - before.rows };
  });

test("a scan reads the webhooks that receive it, and none of the producer's many others", async () => {
  const { producer, item } = world;
  const ctx = ctxOf(producer);
  expect(await hooksRead(ctx, (ctx) => recordByStatement(ctx, [item]))).toEqual({ scans: 0, rows: 0 });
  const { rows, scans } = await hooksRead(ctx, (ctx) => recordByStatement(ctx, ["many-7"]));
  expect(scans).toBe(0);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(10);
});

test("an event of a group or of the producer reads one webhook to learn that there are any, and those that receive it", async () => {
  const { producer, group } = world;
  const ctx = ctxOf(producer);
  const groupModified = (ctx: Ctx) => emit(ctx, "groupModified", { groupId: group });
  expect(await hooksRead(ctx, groupModified)).toEqual({ scans: 0, rows: 1 });
  const contentCreated = (ctx: Ctx) => emit(ctx, "contentCreated", { contentId: newId() });
  expect(await hooksRead(ctx, contentCreated)).toEqual({ scans: 0, rows: 1 });
});

const Plan = z.array(z.object({ "QUERY PLAN": z.unknown() }));

test("the indexes of the targets answer whether a webhook is for an event", async () => {
  const { producer, group } = world;
  const waits = waitingHooks("itemScanned", {
    producerId: sql`${producer.producerId}`,
    itemId: sql`${1}::bigint`,
    groupId: sql`${group}`,
  });
  const plan = JSON.stringify(
    Plan.parse([...(await db().execute(sql`explain (format json) select * from ${waits} waiting`))]),
  );
  expect(plan).not.toContain('"Seq Scan"');
  for (const index of ["hooks_of_producer", "hooks_by_item", "hooks_by_group"]) expect(plan).toContain(index);
});

test("webhooks for all events, of a producer, a group and an item, receive each of their events once", async () => {
  const { producer, group, item } = world;
  const { receiver, drain } = await openDelivering();
  const { token } = producer;
  const register = async (path: string) => (await registerHook(producer, receiver.url, { path })).id;
  const ofProducer = await register("/producers");
  const ofGroup = await register(`/groups/${group}`);
  const ofItem = await register(`/items/${item}`);
  await newScan(item);
  await post(`/groups/${group}`, { title: "new" }, { token });
  await newContent(producer, "text/plain", "of the producer alone");
  await drain();
  const received = receiver.calls.map((call) => `${bodyOfCall(call).event.type} ${bodyOfCall(call).hook.id}`);
  expect(received.toSorted()).toEqual(
    [
      ...[ofProducer, ofGroup, ofItem].map((hook) => `itemScanned ${hook}`),
      ...[ofProducer, ofGroup].map((hook) => `groupModified ${hook}`),
      `contentCreated ${ofProducer}`,
    ].toSorted(),
  );
  await del(`/items/${item}`, { token });
  await post("/items", { identifier: item }, { token });
  await drain();
  const before = receiver.calls.length;
  await newScan(item);
  await drain();
  expect(receiver.calls.slice(before).map((call) => bodyOfCall(call).hook.id)).toEqual([ofProducer]);
});
