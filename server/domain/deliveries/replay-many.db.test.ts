import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { only } from "@/server/domain/shared/only";
import { runtime } from "@/server/runtime";
import { post } from "@/server/testing/api";
import { deliverNothingElse } from "@/server/testing/delivering";
import { ctxOf, newHook, newProducer } from "@/server/testing/factories";
import { replayFailed } from "./replay";

// Holds decision 0020.

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
});

/**
 * A hook that 12,000 deliveries never reached, and 100 did: in groups of one moment, as events of one transaction are;
 * some were tried, and one is announced a day before the others.
 */
async function newWorld() {
  const producer = await newProducer();
  const hook = await newHook(producer);
  await post("/groups", {}, { token: producer.token });
  await deliverNothingElse();
  const first = only(await db().select().from(deliveries).where(eq(deliveries.hookId, hook)));
  await db()
    .update(deliveries)
    .set({ createdAt: sql`now() - interval '1 day'` })
    .where(eq(deliveries.id, first.id));
  await db().execute(sql`
    insert into deliveries (event_id, hook_id, hook, created_at)
    select event_id, hook_id, hook, now() - make_interval(secs => n / 7000) from deliveries, generate_series(1, 12099) n
    where id = ${first.id}`);
  await db().execute(sql`
    insert into tries (delivery_id, started_at, latency_ms, status, failure)
    select id, now(), 1, case when n <= 100 then 204 when n <= 200 then 500 end, case when n > 200 then 'timeout: none' end
    from (select id, row_number() over (order by created_at desc, id) as n from deliveries where hook_id = ${hook}) one
    where n <= 300`);
  return { ctx: ctxOf(producer), hook };
}

const queued = () =>
  db()
    .select({ id: deliveryQueue.deliveryId, triesMade: deliveryQueue.triesMade, lease: deliveryQueue.lease })
    .from(deliveryQueue);

test("however many deliveries failed, all of them are replayed, each once, and none that succeeded", async () => {
  const { ctx, hook } = await newWorld();
  expect(await replayFailed(ctx, hook, new Date(0))).toBe(12_000);
  const waiting = await queued();
  expect(new Set(waiting.map(({ id }) => id)).size).toBe(12_000);
  const [{ succeeded } = { succeeded: -1 }] = await db().execute<{ succeeded: number }>(sql`
    select count(*)::int as succeeded from delivery_queue join tries using (delivery_id) where status < 400`);
  expect(succeeded).toBe(0);
  expect(await replayFailed(ctx, hook, new Date(0))).toBe(12_000);
  expect(await queued()).toHaveLength(12_000);
});

test("however many failed, those before the given moment are not replayed", async () => {
  const { ctx, hook } = await newWorld();
  expect(await replayFailed(ctx, hook, new Date(Date.now() - 3_600_000))).toBe(11_999);
  expect(await queued()).toHaveLength(11_999);
});
