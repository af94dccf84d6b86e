import { eq, inArray, isNull, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { type Job, jobs } from "@/db/schema/jobs";
import { producers } from "@/db/schema/producers";
import { setAside } from "@/db/schema/set-aside";
import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { cancelJob } from "@/server/domain/jobs/change";
import { listJobs } from "@/server/domain/jobs/read";
import { MAX_OPEN_JOBS, requestJob } from "@/server/domain/jobs/request";
import { retryJob } from "@/server/domain/jobs/retry";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { KINDS } from "./job-kinds";
import { runningJobs } from "./run-jobs";

// Holds decision 0047.

const { database } = runtime();
const { db } = database;
const step = vi.spyOn(KINDS.replay, "batch");

/** The number of batches of a job, after the one that requested it. */
const BATCHES = 3;
/** The batches that were committed, by job, as rows of a table of the test. */
const countedBatch: (typeof KINDS)["replay"]["batch"] = async ({ db, requestId }, { cursor }) => {
  const n = Number(Object(cursor).at ?? 0) + 1;
  await db.execute(sql`insert into test_batches (job, n) values (${requestId}, ${n})`);
  return { cursor: n < BATCHES ? { at: n } : null, done: 10 };
};

beforeEach(async () => {
  await db.delete(jobs);
  await db.execute(sql`create table if not exists test_batches (job text, n int)`);
  await db.execute(sql`truncate test_batches`);
  step.mockReset().mockImplementation(countedBatch);
});

/** Ends the connection and its transaction, like the end of an instance. */
const KILL = sql`select pg_terminate_backend(pg_backend_pid())`;

const batchesOf = async ({ id }: Pick<Job, "id">) =>
  (
    await db.execute<{ n: number }>(sql`select n from test_batches where job = ${`job ${id}`} order by n`)
  ).map(({ n }) => n);

const NEW = { kind: "replay", input: { hookId: newId(), since: 0 }, name: "a job", total: null } as const;
const firstBatch = async () => ({ cursor: { at: 0 }, done: 0 });

async function newJobs(count: number) {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const made: Job[] = [];
  while (made.length < count) made.push(await requestJob(ctx, NEW, firstBatch));
  return { producer, ctx, made };
}

const recorded = async (ctx: Ctx) =>
  (await listAuditEvents(ctx, { kind: "job" }, { limit: 100 })).entries.map(({ action }) => action);

const run = () => runPass(runningJobs(), database);
const jobOf = async ({ id }: Pick<Job, "id">) => only(await db.select().from(jobs).where(eq(jobs.id, id)));
const makeDue = () => db.update(jobs).set({ leasedUntil: new Date(0) });

test("two instances share twenty jobs, and their connections are killed: each batch is done once", async () => {
  const { ctx, made } = await newJobs(20);
  let batches = 0;
  const killed: string[] = [];
  step.mockImplementation(async (...given) => {
    const step = await countedBatch(...given);
    if (++batches % 7 > 0) return step;
    killed.push(given[0].requestId.slice("job ".length));
    await given[0].db.execute(KILL);
    return step;
  });
  const instance = async () => {
    while ((await db.$count(jobs, isNull(jobs.endedAt))) > 0) {
      await run().catch(() => {});
      // The leases of killed batches end.
      const ids = killed.splice(0);
      if (ids.length > 0)
        await db
          .update(jobs)
          .set({ leasedUntil: new Date(0) })
          .where(inArray(jobs.id, ids));
    }
  };
  await Promise.all([instance(), instance()]);
  expect(batches).toBeGreaterThan(20 * BATCHES);
  for (const job of made) expect(await batchesOf(job)).toEqual([1, 2, 3]);
  const { entries } = await listJobs(ctx, { limit: 100 });
  expect(entries).toHaveLength(20);
  for (const job of entries) expect(job).toMatchObject({ state: "done", done: 30, error: null });
});

test("a batch that an instance did not finish is done again, and no other", async () => {
  const { made } = await newJobs(1);
  const job = only(made);
  step.mockImplementationOnce(countedBatch).mockImplementationOnce(async (...given) => {
    await countedBatch(...given);
    await given[0].db.execute(KILL);
    throw new Error("unreachable");
  });
  await expect(run()).rejects.toThrow();
  expect(await batchesOf(job)).toEqual([1]);
  await run();
  expect(await batchesOf(job)).toEqual([1]);
  await makeDue();
  await run();
  expect(await batchesOf(job)).toEqual([1, 2, 3]);
  expect(await jobOf(job)).toMatchObject({ state: "done", done: 30 });
});

test("a job that always fails ends as failed and holds no other up; its cause is in the log alone", async () => {
  const { ctx, made } = await newJobs(2);
  const [broken, other] = made;
  if (!broken || !other) throw new Error("There are no jobs.");
  step.mockImplementation(async (...given) => {
    if (given[0].requestId === `job ${broken.id}`) throw new Error("secret cause");
    return countedBatch(...given);
  });
  await run();
  expect(await batchesOf(other)).toEqual([1, 2, 3]);
  for (let n = 1; n < 5; n++) {
    expect(await jobOf(broken)).toMatchObject({ state: "running", attempts: n });
    await makeDue();
    await run();
  }
  expect(await jobOf(broken)).toMatchObject({
    state: "failed",
    error: expect.not.stringContaining("secret"),
  });
  step.mockImplementation(countedBatch);
  expect(await retryJob(ctx, broken.id)).toMatchObject({ state: "running", error: null });
  await run();
  expect(await jobOf(broken)).toMatchObject({ state: "done" });
  await expect(retryJob(ctx, broken.id)).rejects.toMatchObject({ code: "job-not-failed" });
  expect(await recorded(ctx)).toEqual(["jobRetried"]);
});

test("a batch over its time counts as an attempt, and the job waits for the next one", async () => {
  const { made } = await newJobs(1);
  const job = only(made);
  step.mockImplementationOnce(async ({ db }) => {
    await db.execute(sql`set local statement_timeout = 20`);
    await db.execute(sql`select pg_sleep(5)`);
    throw new Error("unreachable");
  });
  await run();
  expect(await jobOf(job)).toMatchObject({ state: "running", attempts: 1, lease: null });
  await makeDue();
  await run();
  expect(await jobOf(job)).toMatchObject({ state: "done", attempts: 0 });
});

test.each([
  ["the database", Object.assign(new Error("no space left"), { code: "53100" })],
  ["the store of files", Object.assign(new Error("slow down"), { $metadata: { httpStatusCode: 503 } })],
])("an outage of %s is no attempt of the job, however often it is met", async (_, outage) => {
  const { made } = await newJobs(1);
  const job = only(made);
  step.mockRejectedValue(outage);
  for (let n = 0; n < 7; n++) {
    await run().catch((reason: unknown) => expect(reason).toBe(outage));
    await makeDue();
  }
  expect(await jobOf(job)).toMatchObject({ state: "running", attempts: 0 });
  await db.delete(setAside);
  step.mockImplementation(countedBatch);
  await run();
  expect(await jobOf(job)).toMatchObject({ state: "done" });
});

test("a job that ends its process each time ends as failed", async () => {
  const { made } = await newJobs(1);
  const job = only(made);
  await db.update(jobs).set({ attempts: 5 });
  await run();
  expect(await jobOf(job)).toMatchObject({ state: "failed" });
  expect(await batchesOf(job)).toEqual([]);
});

test("a refusal ends the job at once, with its reason", async () => {
  const { made } = await newJobs(1);
  step.mockRejectedValueOnce(conflict("hook-off", "The webhook is off."));
  await run();
  expect(await jobOf(only(made))).toMatchObject({ state: "failed", error: "The webhook is off." });
});

test("a cancelled job undoes the batch in progress and keeps earlier ones", async () => {
  const { ctx, made } = await newJobs(1);
  const job = only(made);
  step.mockImplementationOnce(countedBatch).mockImplementationOnce(async (...given) => {
    expect(await cancelJob(ctx, job.id)).toMatchObject({ state: "cancelled" });
    return countedBatch(...given);
  });
  await run();
  expect(await batchesOf(job)).toEqual([1]);
  expect(await jobOf(job)).toMatchObject({ state: "cancelled", done: 10 });
  await cancelJob(ctx, job.id);
  expect(await recorded(ctx)).toEqual(["jobCancelled"]);
});

test("producers take turns, however many jobs one has", async () => {
  const [many, few] = [await newJobs(10), await newJobs(1)];
  await run();
  const order = step.mock.calls.map(([{ requestId }]) => requestId);
  const name = `job ${only(few.made).id}`;
  expect(order.lastIndexOf(name)).toBeLessThan(2 * BATCHES);
  for (const job of many.made) expect(await batchesOf(job)).toEqual([1, 2, 3]);
});

test("jobs of a suspended producer wait", async () => {
  const { producer, made } = await newJobs(1);
  const of = eq(producers.id, producer.producerId);
  await db.update(producers).set({ suspendedAt: new Date(), suspendedReason: "unpaid" }).where(of);
  await run();
  expect(await jobOf(only(made))).toMatchObject({ state: "running", attempts: 0 });
  await db.update(producers).set({ suspendedAt: null, suspendedReason: null }).where(of);
  await run();
  expect(await jobOf(only(made))).toMatchObject({ state: "done" });
});

test("403: another producer's job; 409: too many open jobs", async () => {
  const { ctx, made } = await newJobs(MAX_OPEN_JOBS);
  const other = ctxOf(await newProducer());
  const [job] = made;
  for (const change of [cancelJob, retryJob])
    await expect(change(other, job?.id ?? "")).rejects.toMatchObject({ code: "job-of-another-producer" });
  await expect(requestJob(ctx, NEW, firstBatch)).rejects.toMatchObject({ code: "too-many-jobs" });
});
