import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { runningJobs } from "@/server/background/run-jobs";
import { only } from "@/server/data/only";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { ownedJob } from "@/server/domain/jobs/read";
import { runPass } from "@/server/loops/pass";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { deliverNothingElse, queueAllEvents } from "@/server/testing/delivering";
import { ctxOf, newHook, newProducer } from "@/server/testing/factories";
import { deleteOwnHook } from "@/server/webhooks/hooks/delete";
import { replayBatch, requestReplay } from "./replay";

// Holds decision 0020.

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
});

/**
 * Creates a webhook with 12,000 undelivered and 100 delivered deliveries, in groups with equal times, as events of one
 * transaction have. Some have attempts, and one is a day older than the others.
 */
async function newWorld() {
  const producer = await newProducer();
  const hook = await newHook(producer);
  await post("/groups", {}, { token: producer.token });
  await queueAllEvents();
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
    insert into attempts (delivery_id, started_at, latency_ms, status, failure)
    select id, now(), 1, case when n <= 100 then 204 when n <= 200 then 500 end, case when n > 200 then 'timeout: none' end
    from (select id, row_number() over (order by created_at desc, id) as n from deliveries where hook_id = ${hook}) one
    where n <= 300`);
  return { ctx: ctxOf(producer), hook };
}

const queued = () =>
  db()
    .select({
      id: deliveryQueue.deliveryId,
      attemptsMade: deliveryQueue.attemptsMade,
      lease: deliveryQueue.lease,
    })
    .from(deliveryQueue);

/** Replays batch by batch to the end. Returns how many deliveries each batch sent again. */
async function replayAll({ ctx, hook }: Awaited<ReturnType<typeof newWorld>>, since: Date) {
  const batches: number[] = [];
  for (let cursor: unknown = null, isDone = false; !isDone; isDone = cursor === null) {
    const step = await replayBatch(ctx, { hookId: hook, since: since.getTime() }, cursor);
    batches.push(step.counts?.replayed ?? 0);
    cursor = step.cursor;
  }
  return batches;
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);

test("all of many failed deliveries are replayed, each once, and no delivered one", async () => {
  const world = await newWorld();
  const steps = await replayAll(world, new Date(0));
  expect(steps).toHaveLength(25);
  expect(sumOf(steps)).toBe(12_000);
  const waiting = await queued();
  expect(new Set(waiting.map(({ id }) => id)).size).toBe(12_000);
  const [{ succeeded } = { succeeded: -1 }] = await db().execute<{ succeeded: number }>(sql`
    select count(*)::int as succeeded from delivery_queue join attempts using (delivery_id) where status < 400`);
  expect(succeeded).toBe(0);
});

test("two concurrent replays send nothing twice and skip deliveries that are already due", async () => {
  const world = await newWorld();
  const both = await Promise.all([replayAll(world, new Date(0)), replayAll(world, new Date(0))]);
  expect(sumOf(both.flat())).toBe(12_000);
  expect(await queued()).toHaveLength(12_000);
  expect(sumOf(await replayAll(world, new Date(0)))).toBe(0);
});

test("a delivery that waits for a retry, or fails in flight, restarts as a new one", async () => {
  const world = await newWorld();
  await replayAll(world, new Date(0));
  await db().execute(sql`
    update delivery_queue set attempts_made = 3, due_at = now() + interval '1 hour',
      lease = case when n <= 5 then gen_random_uuid() end,
      leased_until = case when n <= 5 then now() + interval '1 minute' end
    from (select delivery_id as id, row_number() over () as n from delivery_queue limit 10) ten
    where delivery_id = ten.id`);
  expect(sumOf(await replayAll(world, new Date(0)))).toBe(10);
  const [row] = await db().execute(sql`
    select count(*) filter (where attempts_made > 0)::int as tried,
      count(*) filter (where due_at > now() and lease is null)::int as waiting,
      count(*) filter (where due_at > now() and lease is not null)::int as "underWay"
    from delivery_queue`);
  expect(row).toEqual({ tried: 0, waiting: 0, underWay: 5 });
});

test("failed deliveries before the given time are not replayed", async () => {
  const world = await newWorld();
  expect(sumOf(await replayAll(world, new Date(Date.now() - 3_600_000)))).toBe(11_999);
  expect(await queued()).toHaveLength(11_999);
});

test("a replay of many deliveries is one job, which counts them, and one audit event", async () => {
  const { ctx, hook } = await newWorld();
  const job = await requestReplay(ctx, { hookId: hook, since: 0 });
  expect(job).toMatchObject({ state: "running", done: 500, total: 12_100, result: { replayed: 500 } });
  await runPass(runningJobs(), runtime().database);
  expect(await ownedJob(ctx, job.id)).toMatchObject({
    state: "done",
    done: 12_100,
    result: { replayed: 12_000 },
  });
  expect(await queued()).toHaveLength(12_000);
  const { entries } = await listAuditEvents(ctx, { kind: "hook" }, { limit: 100 });
  expect(entries.filter(({ action }) => action === "hookReplayed")).toHaveLength(1);
});

test("a replay locks the webhook for few deliveries at a time: a deletion gets through and fails the job", async () => {
  const { ctx, hook } = await newWorld();
  const { id } = await requestReplay(ctx, { hookId: hook, since: 0 });
  await deleteOwnHook(ctx, hook);
  await runPass(runningJobs(), runtime().database);
  expect(await ownedJob(ctx, id)).toMatchObject({ state: "failed", error: `There is no hook ${hook}.` });
  expect(await queued()).toHaveLength(500);
});
