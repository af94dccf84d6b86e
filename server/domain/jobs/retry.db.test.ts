import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { importRows } from "@/db/schema/imports";
import { jobs } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { requestCheck, requestImport } from "@/server/domain/imports/change";
import { stageImport } from "@/server/domain/imports/stage";
import { requestItemChange } from "@/server/domain/item-changes/change";
import { requestItemChangeUndo } from "@/server/domain/item-changes/undo";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, itemRow, newItem, newProducer } from "@/server/testing/factories";
import { MAX_OPEN_JOBS, requestJob } from "./request";
import { retryJob } from "./retry";

// Holds decision 0047.

const { database } = runtime();
const { db } = database;

/** Lets a job be as after its last attempt. */
const fail = (id: string) =>
  db
    .update(jobs)
    .set({ state: "failed", error: "x", errorCode: "internal", endedAt: new Date() })
    .where(eq(jobs.id, id));

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const stage = (ctx: Ctx) => {
  const text = `identifier\n${newId()}\n${newId()}\n`;
  return stageImport(ctx, database.copyClient, { kind: "items", name: "f.csv" }, bytesOf(text));
};

test("409: a failed check is not retried after the import, whose rows stay imported", async () => {
  const ctx = ctxOf(await newProducer());
  const { id: importId } = await stage(ctx);
  const check = await requestCheck(ctx, { importId });
  await fail(check.id);
  await requestImport(ctx, { importId });
  await expect(retryJob(ctx, check.id)).rejects.toMatchObject({ code: "job-replaced" });
  const done = and(eq(importRows.importId, importId), eq(importRows.done, true));
  expect(await db.$count(importRows, done)).toBe(2);
});

test("the failed job that is an import's newest one is retried", async () => {
  const ctx = ctxOf(await newProducer());
  const { id: importId } = await stage(ctx);
  const check = await requestCheck(ctx, { importId });
  await fail(check.id);
  expect(await retryJob(ctx, check.id)).toMatchObject({ state: "running" });
});

test("409: a failed change is not retried once its undo was requested", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const item = await newItem(producer);
  const setTitle = (title: string) =>
    requestItemChange(ctx, { selection: { identifiers: [item] }, change: { action: "setTitle", title } });
  const [first, second] = [await setTitle("first"), await setTitle("second")];
  await fail(first.id);
  await fail(second.id);
  await requestItemChangeUndo(ctx, { jobId: second.id });
  await expect(retryJob(ctx, second.id)).rejects.toMatchObject({ code: "job-undone" });
  expect((await itemRow(item)).title).toBe("first");
  expect(await retryJob(ctx, first.id)).toMatchObject({ state: "running" });
});

test("409: an undo that waits for a retry of its job finds it running", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const item = await newItem(producer);
  const { id } = await requestItemChange(ctx, {
    selection: { identifiers: [item] },
    change: { action: "setTitle", title: "new" },
  });
  await fail(id);
  const [undo] = await db.transaction(async (tx) => {
    await retryJob({ ...ctx, db: tx }, id);
    const undo = requestItemChangeUndo(ctx, { jobId: id });
    const waiting = () =>
      db.execute(sql`select from pg_locks where not granted and locktype = 'transactionid'`);
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
    return [undo.catch((error: unknown) => error)];
  });
  expect(await undo).toMatchObject({ code: "job-running" });
});

test("409: retried jobs count among the open jobs of a producer", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const request = () =>
    requestJob(
      ctx,
      { kind: "replay", input: { hookId: newId(), since: 0 }, name: "", total: null },
      async () => ({ cursor: {}, done: 0 }),
    );
  const { id } = await request();
  await fail(id);
  for (let n = 0; n < MAX_OPEN_JOBS; n++) await request();
  await expect(retryJob(ctx, id)).rejects.toMatchObject({ code: "too-many-jobs" });
  const open = and(eq(jobs.producerId, producer.producerId), isNull(jobs.endedAt));
  expect(await db.$count(jobs, open)).toBe(MAX_OPEN_JOBS);
});
