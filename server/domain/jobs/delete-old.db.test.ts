import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobChanges } from "@/db/schema/job-changes";
import { jobs } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { requestItemChange } from "@/server/domain/item-changes/change";
import { requestItemChangeUndo } from "@/server/domain/item-changes/undo";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, itemRow, newItem, newProducer } from "@/server/testing/factories";
import { cancelJob } from "./change";
import { deleteExcessJobs } from "./delete-old";
import { ownedJob } from "./read";
import { requestJob } from "./request";

// Holds decision 0043.

const { db } = runtime().database;

const setTitle = (ctx: Ctx, identifiers: string[], title: string) =>
  requestItemChange(ctx, { selection: { identifiers }, change: { action: "setTitle", title } });

test("ended jobs of a producer beyond its newest ones are deleted with their changes; open ones are kept", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const items = [await newItem(producer)];
  const other = await newProducer();
  const foreign = await setTitle(ctxOf(other), [await newItem(other)], "a");
  const replay = { kind: "replay", input: { hookId: newId(), since: 0 }, name: "", total: null } as const;
  const open = await requestJob(ctx, replay, async () => ({ cursor: {}, done: 0 }));
  const made = [open];
  for (const title of ["a", "b", "c", "d"]) made.push(await setTitle(ctx, items, title));
  const ids = made.map(({ id }) => id);
  expect(await deleteExcessJobs({ db }, undefined, 2)).toBe(4);
  const left = await db.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, ids));
  expect(left.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[3], ids[4]].toSorted());
  expect(await db.$count(jobChanges, inArray(jobChanges.jobId, ids))).toBe(2);
  expect(await db.$count(jobs, eq(jobs.id, foreign.id))).toBe(1);
});

test("a job that is done or cancelled keeps no selection, and can still be undone", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const item = await newItem(producer);
  const { id } = await setTitle(ctx, [item], "new");
  expect((await ownedJob(ctx, id)).input).toEqual({ change: { action: "setTitle", title: "new" } });
  await requestItemChangeUndo(ctx, { jobId: id });
  expect((await itemRow(item)).title).toBeNull();
  const missing = Array.from({ length: 501 }, () => newId());
  const cancelled = await cancelJob(ctx, (await setTitle(ctx, missing, "new")).id);
  expect(cancelled).toMatchObject({ state: "cancelled", input: { change: { action: "setTitle" } } });
  expect(cancelled.input).not.toHaveProperty("selection");
});
