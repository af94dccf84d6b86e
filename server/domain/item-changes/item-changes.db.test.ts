import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { history } from "@/db/schema/history";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { jobChanges } from "@/db/schema/job-changes";
import { jobs } from "@/db/schema/jobs";
import { runningJobs } from "@/server/background/run-jobs";
import { only } from "@/server/data/only";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { deleteGroup } from "@/server/domain/groups/delete";
import { findBrokenHistories } from "@/server/domain/history/check";
import { invalidateItem } from "@/server/domain/items/invalidate";
import { updateItem } from "@/server/domain/items/update";
import { ownedJob } from "@/server/domain/jobs/read";
import type { NewProducer } from "@/server/domain/producers/create";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import {
  ctxOf,
  eventsOf,
  itemRow,
  newGroup,
  newHook,
  newItem,
  newProducer,
} from "@/server/testing/factories";
import { requestItemChange } from "./change";
import type { ItemEdit } from "./schema";
import { requestItemChangeUndo, undoableUntil } from "./undo";

// Holds decision 0049.

const { database } = runtime();
const { db } = database;
const run = () => runPass(runningJobs(), database);

/** Registers items at once, without the API. */
async function newItems({ producerId }: NewProducer, count: number, fields: { title?: string } = {}) {
  const names = Array.from({ length: count }, () => `bulk-${newId()}`);
  await db.insert(identifiers).values(names.map((identifier) => ({ identifier, producerId })));
  const at = new Date(Date.now() - 1_000);
  await db
    .insert(items)
    .values(names.map((identifier) => ({ identifier, producerId, ...fields, createdAt: at, updatedAt: at })));
  return names;
}

async function newWorld(count: number, fields: { title?: string } = {}) {
  const producer = await newProducer();
  const names = await newItems(producer, count, fields);
  return { producer, ctx: ctxOf(producer), names };
}

const rowsOf = (names: string[]) => db.select().from(items).where(inArray(items.identifier, names));

const edited = (
  { ctx, names }: Pick<Awaited<ReturnType<typeof newWorld>>, "ctx" | "names">,
  change: ItemEdit,
) => requestItemChange(ctx, { selection: { identifiers: names }, change });

const eventTypes = async (producer: NewProducer) =>
  (await eventsOf(producer)).map(({ type }) => type).filter((type) => type.startsWith("item"));

const actionsOf = async (identifier: string) => {
  const { id } = await itemRow(identifier);
  const entries = await db.select().from(history).where(eq(history.itemId, id)).orderBy(history.position);
  return entries.map(({ action, changes }) => ({ action, changes }));
};

test("items are added to a group and removed from it, with their events and histories; the others are counted", async () => {
  const world = await newWorld(2);
  const { producer, ctx, names } = world;
  await newHook(producer, ["itemAddedToGroup", "itemDeletedFromGroup"]);
  const group = await newGroup(producer, { title: "Shoes" });
  const [grouped, final] = [await newItem(producer), await newItem(producer)];
  await addItemToGroup(ctx, await newGroup(producer), grouped);
  await invalidateItem(ctx, final);
  const foreign = await newItem(await newProducer());
  const all = [...names, grouped, final, foreign, "absent"];
  const job = await edited({ ctx, names: all }, { action: "addToGroup", groupId: group });
  expect(job).toMatchObject({ state: "done", name: "Shoes", done: 6, total: 6 });
  expect(job.result).toEqual({
    changed: 2,
    unchanged: 0,
    refused: {
      "item-in-group": 1,
      "item-invalidated": 1,
      "item-of-another-producer": 1,
      "item-not-found": 1,
    },
    refusals: expect.arrayContaining([
      { id: grouped, code: "item-in-group" },
      { id: final, code: "item-invalidated" },
      { id: foreign, code: "item-of-another-producer" },
      { id: "absent", code: "item-not-found" },
    ]),
  });
  for (const row of await rowsOf(names)) expect(row.groupId).toBe(group);
  expect((await itemRow(foreign)).groupId).toBeNull();
  expect(await actionsOf(names[0] ?? "")).toEqual([
    { action: "addedToGroup", changes: [{ path: "/_group", to: group }] },
  ]);
  await edited(world, { action: "removeFromGroup" });
  for (const row of await rowsOf(names)) expect(row.groupId).toBeNull();
  const types = await eventTypes(producer);
  expect(types.filter((type) => type === "itemAddedToGroup")).toHaveLength(3);
  expect(types.filter((type) => type === "itemDeletedFromGroup")).toHaveLength(2);
  expect(await findBrokenHistories(db)).toEqual([]);
});

test("fields are set and cleared; items that have the value already are not changed", async () => {
  const world = await newWorld(2, { title: "Boot" });
  const { producer, names } = world;
  await newHook(producer, ["itemModified"]);
  const changed = async (change: ItemEdit) => (await edited(world, change)).result.changed;
  expect(await changed({ action: "setTitle", title: "Shoe" })).toBe(2);
  expect(await changed({ action: "setTitle", title: "Shoe" })).toBe(0);
  expect(await changed({ action: "setImage", image: "https://example.com/a.png" })).toBe(2);
  expect(await changed({ action: "setData", key: "size", value: { eu: 42 } })).toBe(2);
  expect(await changed({ action: "setData", key: "__proto__", value: 1 })).toBe(2);
  for (const { title, image, data } of await rowsOf(names)) {
    expect([title, image]).toEqual(["Shoe", "https://example.com/a.png"]);
    expect(Object.entries(data).sort()).toEqual([
      ["__proto__", 1],
      ["size", { eu: 42 }],
    ]);
  }
  await changed({ action: "setTitle", title: null });
  await changed({ action: "setImage", image: null });
  await changed({ action: "setData", key: "size" });
  for (const { title, image, data } of await rowsOf(names))
    expect([title, image, Object.keys(data)]).toEqual([null, null, ["__proto__"]]);
  expect(await eventTypes(producer)).toHaveLength(14);
});

test("items are invalidated with a reason, and deleted; both are final", async () => {
  const world = await newWorld(2);
  const { producer, ctx, names } = world;
  await newHook(producer, ["itemInvalidated", "itemDeleted"]);
  const job = await edited(world, { action: "invalidate", reason: "Stolen in Rotterdam" });
  expect(job).toMatchObject({ name: "Stolen in Rotterdam", result: { changed: 2 } });
  expect(await actionsOf(names[0] ?? "")).toEqual([
    {
      action: "invalidated",
      changes: [
        { path: "/invalidated", to: true },
        { path: "/_reason", to: "Stolen in Rotterdam" },
      ],
    },
  ]);
  const refused = await edited(world, { action: "delete" });
  expect(refused.result).toMatchObject({ changed: 0, refused: { "item-invalidated": 2 } });
  const others = await newItems(producer, 2);
  const hook = await newHook(producer, ["*"], { itemId: (await itemRow(others[0] ?? "")).id });
  const deletion = await edited({ ctx, names: others }, { action: "delete" });
  for (const { deletedAt } of await rowsOf(others)) expect(deletedAt).not.toBeNull();
  expect(await eventTypes(producer)).toHaveLength(4);
  const [row] = await db.execute(sql`select deleted_at from hooks where id = ${hook}`);
  expect(row?.deleted_at).not.toBeNull();
  for (const { id } of [job, deletion])
    await expect(requestItemChangeUndo(ctx, { jobId: id })).rejects.toMatchObject({
      code: "nothing-to-undo",
    });
});

test("a filter is frozen: items that are created after the request, and other producers' items, are untouched", async () => {
  const { producer, ctx, names } = await newWorld(1_200, { title: "Shoe" });
  const other = await newWorld(1, { title: "Shoe" });
  const rest = await newItems(producer, 2, { title: "Belt" });
  const group = await newGroup(producer);
  const job = await requestItemChange(ctx, {
    selection: { filter: { search: "shoe", group: "none" } },
    change: { action: "addToGroup", groupId: group },
  });
  expect(job).toMatchObject({ state: "running", done: 500, total: 1_200 });
  const late = await newItem(producer, { title: "Shoe" });
  await run();
  expect(await ownedJob(ctx, job.id)).toMatchObject({
    state: "done",
    done: 1_200,
    result: { changed: 1_200 },
  });
  expect(await db.$count(items, eq(items.groupId, group))).toBe(1_200);
  for (const row of await rowsOf([late, ...rest, ...other.names])) expect(row.groupId).toBeNull();
  for (const row of await rowsOf(names.slice(0, 3))) expect(row.historyLength).toBe(1);
});

test("after a kill between batches the job goes on, and each item is changed once", async () => {
  const world = await newWorld(1_100);
  const { ctx, names } = world;
  const { id } = await edited({ ...world, names: names.slice(0, 1_000) }, { action: "setTitle", title: "A" });
  // An instance claims the job, and ends.
  const claim = { lease: newId(), leasedUntil: new Date(Date.now() + 60_000) };
  await db.update(jobs).set(claim).where(eq(jobs.id, id));
  await run();
  expect(await ownedJob(ctx, id)).toMatchObject({ state: "running", done: 500 });
  await db
    .update(jobs)
    .set({ leasedUntil: new Date(0) })
    .where(eq(jobs.id, id));
  await run();
  expect(await ownedJob(ctx, id)).toMatchObject({ state: "done", done: 1_000, result: { changed: 1_000 } });
  const rows = await rowsOf(names);
  expect(rows.filter(({ title, historyLength }) => title === "A" && historyLength === 1)).toHaveLength(1_000);
  expect(rows.filter(({ title }) => title === null)).toHaveLength(100);
});

test("heavy items are changed in smaller batches", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const names = await newItems(producer, 3);
  const text = "x".repeat(2_500_000);
  await db.update(items).set({ data: { text } }).where(inArray(items.identifier, names));
  const job = await edited({ ctx, names: ["absent", ...names] }, { action: "setTitle", title: "A" });
  expect(job).toMatchObject({ state: "running", done: 2 });
  await run();
  expect(await ownedJob(ctx, job.id)).toMatchObject({ state: "done", done: 4, result: { changed: 3 } });
  const all = await requestItemChange(ctx, {
    selection: { filter: {} },
    change: { action: "setTitle", title: "B" },
  });
  expect(all).toMatchObject({ state: "running", done: 1 });
  await run();
  expect(await ownedJob(ctx, all.id)).toMatchObject({ state: "done", result: { changed: 3 } });
});

test("undo restores groups and fields; items that were changed since are left and counted", async () => {
  const world = await newWorld(4, { title: "Boot" });
  const { producer, ctx, names } = world;
  const [first = "", second = "", third = ""] = names;
  await updateItem(ctx, second, { title: null, data: { size: { eu: 40, uk: 7 } } });
  const title = await edited(world, { action: "setTitle", title: "Shoe" });
  const data = await edited(world, { action: "setData", key: "size", value: { eu: 41 } });
  await updateItem(ctx, first, { title: "Mine" });
  await newHook(producer, ["itemModified"]);
  const undone = await requestItemChangeUndo(ctx, { jobId: data.id });
  expect(undone).toMatchObject({ kind: "itemChangeUndo", state: "done", done: 4, total: 4 });
  expect(undone.result).toEqual({
    changed: 3,
    refused: { "item-changed": 1 },
    refusals: [{ id: first, code: "item-changed" }],
  });
  expect((await itemRow(second)).data).toEqual({ size: { eu: 40, uk: 7 } });
  expect((await itemRow(third)).data).toEqual({});
  expect(await eventTypes(producer)).toHaveLength(3);
  // The undo is a change of its own, so that earlier ones can be undone no more.
  const earlier = await requestItemChangeUndo(ctx, { jobId: title.id });
  expect(earlier.result).toMatchObject({ changed: 0, refused: { "item-changed": 4 } });
  await expect(requestItemChangeUndo(ctx, { jobId: data.id })).rejects.toMatchObject({
    code: "nothing-to-undo",
  });
  expect(await undoableUntil(ctx, await ownedJob(ctx, data.id))).toBeUndefined();
});

test("undo of group changes: items leave the group, or join their former groups if these are left", async () => {
  const world = await newWorld(3);
  const { producer, ctx, names } = world;
  await newHook(producer, ["itemAddedToGroup", "itemDeletedFromGroup"]);
  const [one, two] = [await newGroup(producer), await newGroup(producer)];
  const added = await edited(world, { action: "addToGroup", groupId: one });
  await requestItemChangeUndo(ctx, { jobId: added.id });
  for (const { groupId } of await rowsOf(names)) expect(groupId).toBeNull();
  await addItemToGroup(ctx, one, names[0] ?? "");
  await addItemToGroup(ctx, two, names[1] ?? "");
  const removed = await edited(world, { action: "removeFromGroup" });
  expect(removed.result).toMatchObject({ changed: 2, refused: { "item-not-in-group": 1 } });
  await deleteGroup(ctx, two);
  const { result } = await requestItemChangeUndo(ctx, { jobId: removed.id });
  expect(result).toMatchObject({ changed: 1, refused: { "group-not-found": 1 } });
  expect((await itemRow(names[0] ?? "")).groupId).toBe(one);
  expect(await eventTypes(producer)).toHaveLength(11);
});

test("a large undo is a job; 409 while the change is running, after 24 hours, and 403 for another producer's", async () => {
  const world = await newWorld(700);
  const { ctx, names } = world;
  const job = await edited(world, { action: "setTitle", title: "A" });
  const undo = () => requestItemChangeUndo(ctx, { jobId: job.id });
  await expect(undo()).rejects.toMatchObject({ code: "job-running" });
  const stranger = ctxOf(await newProducer());
  await expect(requestItemChangeUndo(stranger, { jobId: job.id })).rejects.toMatchObject({
    kind: "forbidden",
  });
  await run();
  const setEnd = (ago: number) =>
    db
      .update(jobs)
      .set({ endedAt: new Date(Date.now() - ago) })
      .where(eq(jobs.id, job.id));
  await setEnd(25 * 3_600_000);
  await expect(undo()).rejects.toMatchObject({ code: "nothing-to-undo" });
  await setEnd(3_600_000);
  const undone = await undo();
  expect(undone).toMatchObject({ state: "running", done: 500, total: 700 });
  await run();
  expect(await ownedJob(ctx, undone.id)).toMatchObject({ state: "done", result: { changed: 700 } });
  for (const { title } of await rowsOf(names.slice(0, 5))) expect(title).toBeNull();
  expect(await db.$count(jobChanges, eq(jobChanges.jobId, job.id))).toBe(0);
});

test("refusals of the whole change: an absent group, a used up quota", async () => {
  const world = await newWorld(1);
  await expect(edited(world, { action: "addToGroup", groupId: newId() })).rejects.toMatchObject({
    code: "group-not-found",
  });
  await db.execute(sql`update producers set record_quota = 0 where id = ${world.producer.producerId}`);
  await expect(edited(world, { action: "setTitle", title: "A" })).rejects.toMatchObject({
    code: "record-quota-exceeded",
  });
  expect(only(await rowsOf(world.names)).title).toBeNull();
});

test("a field that makes an item larger than a single call could is refused for that item", async () => {
  const { ctx, names } = await newWorld(2);
  const [large = "", small = ""] = names;
  const set = (identifiers: string[], key: string) =>
    requestItemChange(ctx, {
      selection: { identifiers },
      change: { action: "setData", key, value: "x".repeat(16_000) },
    });
  await db
    .update(items)
    .set({ data: { text: "x".repeat(1024 * 1024 - 10_000) } })
    .where(eq(items.identifier, large));
  const { result } = await set([large, small], "more");
  expect(result).toMatchObject({
    changed: 1,
    refusals: [{ id: large, code: "body-too-large" }],
  });
  expect((await itemRow(large)).data).not.toHaveProperty("more");
});
