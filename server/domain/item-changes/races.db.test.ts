import { and, eq, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { removeItemFromGroup } from "@/server/domain/groups/remove-item";
import type { ItemFilter } from "@/server/domain/items/filter";
import { updateItem } from "@/server/domain/items/update";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, itemRow, newGroup, newItem, newProducer } from "@/server/testing/factories";
import { until } from "@/server/testing/until";
import { requestItemChange } from "./change";

// Holds decision 0049.

const { db } = runtime().database;

/** Requests the deletion of the items of a filter while another transaction, not yet committed, changes one of them. */
async function deletedDuring(ctx: Ctx, filter: ItemFilter, change: (ctx: Ctx) => Promise<unknown>) {
  const waiting = () =>
    db.execute(sql`select from pg_locks where not granted and locktype = 'transactionid'`);
  const { deleting } = await db.transaction(async (tx) => {
    await change({ ...ctx, db: tx });
    const deleting = requestItemChange(ctx, { selection: { filter }, change: { action: "delete" } });
    await until(async () => expect(await waiting()).not.toHaveLength(0));
    return { deleting };
  });
  return deleting;
}

test("items that match a filter no more once they are locked are left alone, and not counted", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const group = await newGroup(producer, { title: "Autumn" });
  const joining = await newItem(producer, { title: "Boot" });
  const leaving = await newItem(producer, { title: "Belt" });
  const renamed = await newItem(producer, { title: "Shoe" });
  await addItemToGroup(ctx, group, leaving);
  const cases: [ItemFilter, (ctx: Ctx) => Promise<unknown>][] = [
    [{ search: "autumn" }, (ctx) => removeItemFromGroup(ctx, group, leaving)],
    [{ search: "shoe" }, (ctx) => updateItem(ctx, renamed, { title: "Sandal" })],
    [{ search: "boot", group: "none" }, (ctx) => addItemToGroup(ctx, group, joining)],
  ];
  for (const [filter, change] of cases) {
    const job = await deletedDuring(ctx, filter, change);
    expect(job).toMatchObject({ state: "done", done: 0, result: { changed: 0 } });
  }
  for (const identifier of [joining, leaving, renamed])
    expect((await itemRow(identifier)).deletedAt).toBeNull();
});

test("items that match a filter still once they are locked are changed", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const [joining, staying] = [await newItem(producer), await newItem(producer)];
  const group = await newGroup(producer, { title: "Autumn" });
  const job = await deletedDuring(ctx, { group: "none" }, (ctx) => addItemToGroup(ctx, group, joining));
  expect(job).toMatchObject({ state: "done", done: 1, total: 2, result: { changed: 1 } });
  expect((await itemRow(joining)).groupId).toBe(group);
  expect((await itemRow(joining)).deletedAt).toBeNull();
  expect(await db.$count(items, and(eq(items.identifier, staying), isNotNull(items.deletedAt)))).toBe(1);
});

test("items that moved to another group meanwhile do not leave it with those of a group, and are counted", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const [moved, staying] = [await newItem(producer), await newItem(producer)];
  const [groupId, other] = [await newGroup(producer), await newGroup(producer)];
  await addItemToGroup(ctx, groupId, staying);
  await addItemToGroup(ctx, other, moved);
  const { result } = await requestItemChange(ctx, {
    selection: { identifiers: [moved, staying] },
    change: { action: "removeFromGroup", groupId },
  });
  expect(result).toMatchObject({ changed: 1, refusals: [{ id: moved, code: "item-not-in-group" }] });
  expect((await itemRow(moved)).groupId).toBe(other);
  expect((await itemRow(staying)).groupId).toBeNull();
});
