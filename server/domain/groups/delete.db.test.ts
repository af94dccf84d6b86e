import { count, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { history } from "@/db/schema/history";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { runningJobs } from "@/server/background/run-jobs";
import { ownedJob } from "@/server/domain/jobs/read";
import { runPass } from "@/server/loops/pass";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newHook, newProducer } from "@/server/testing/factories";
import { deleteGroup, requestGroupDeletion } from "./delete";

// Holds decision 0006.

const db = () => runtime().database.db;

async function newLargeGroup(size: number) {
  const producer = await newProducer();
  await newHook(producer, ["groupDeleted"]);
  const group = await newGroup(producer);
  const { producerId } = producer;
  const names = Array.from({ length: size }, (_, n) => `${group}-${n}`);
  await db()
    .insert(identifiers)
    .values(names.map((identifier) => ({ identifier, producerId })));
  const now = new Date();
  await db()
    .insert(items)
    .values(
      names.map((identifier) => ({ identifier, producerId, groupId: group, createdAt: now, updatedAt: now })),
    );
  const historyEntries = () =>
    db()
      .select({ entries: count() })
      .from(history)
      .innerJoin(items, eq(items.id, history.itemId))
      .where(eq(items.producerId, producerId));
  const announced = () =>
    db().$count(events, sql`${events.producerId} = ${producerId} and type = 'groupDeleted'`);
  return { ctx: ctxOf(producer), group, historyEntries, announced };
}

test("a large group is deleted by a job: its first items are released at once, and no more than a batch at a time", async () => {
  const { ctx, group, historyEntries, announced } = await newLargeGroup(1_100);
  const { id, ...job } = await requestGroupDeletion(ctx, { groupId: group });
  expect(job).toMatchObject({ kind: "groupDeletion", state: "running", done: 500, total: 1_100 });
  expect(await announced()).toBe(0);
  await runPass(runningJobs(), runtime().database);
  expect(await ownedJob(ctx, id)).toMatchObject({ state: "done", done: 1_100, error: null });
  expect(await historyEntries()).toEqual([{ entries: 1_100 }]);
  expect(await announced()).toBe(1);
});

test("a small group is deleted at once", async () => {
  const { ctx, group, announced } = await newLargeGroup(3);
  expect(await requestGroupDeletion(ctx, { groupId: group })).toMatchObject({ state: "done", done: 3 });
  expect(await announced()).toBe(1);
});

test("two concurrent deletions remove each item once and delete the group once", async () => {
  const { ctx, group, historyEntries, announced } = await newLargeGroup(1_100);
  const outcomes = await Promise.allSettled([deleteGroup(ctx, group), deleteGroup(ctx, group)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes).toContainEqual({
    status: "rejected",
    reason: expect.objectContaining({ code: "group-not-found" }),
  });
  expect(await historyEntries()).toEqual([{ entries: 1_100 }]);
  expect(await announced()).toBe(1);
});
