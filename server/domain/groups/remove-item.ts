import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { changeItems } from "@/server/domain/items/change";
import { ownedItem, refuseIfInvalidated } from "@/server/domain/items/read";
import { emitAll } from "@/server/events/emit";
import { ownedGroup } from "./read";

/**
 * Refuses to remove an item from a group; from any group without `groupId`.
 * @throws 404 if the item is not in this group; 403 once it is invalidated
 */
export function refuseToRemove(item: Item, groupId?: string): void {
  refuseIfInvalidated(item);
  const { identifier } = item;
  if (groupId === undefined && item.groupId === null)
    throw notFound("item-not-in-group", `Item ${identifier} is in no group.`);
  if (groupId !== undefined && item.groupId !== groupId)
    throw notFound("item-not-in-group", `Item ${identifier} is not in group ${groupId}.`);
}

/** Removes locked items from their groups, with their history entries and events. */
export async function removeItems(ctx: Ctx, items: Item[]): Promise<Item[]> {
  const changes = items.map((item) => ({ item, change: { groupId: null } }));
  const former = await changeItems(ctx, "deletedFromGroup", changes);
  await emitAll(
    ctx,
    "itemDeletedFromGroup",
    items.map(({ id, groupId }) => ({ itemId: id, ...(groupId === null ? {} : { groupId }) })),
  );
  return former;
}

/**
 * Removes an item from a group.
 * @throws 404 if the item is not in this group; 403 once it is invalidated
 */
export function removeItemFromGroup(ctx: Ctx, groupId: string, identifier: string): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, groupId);
    const item = await ownedItem(ctx, identifier);
    refuseToRemove(item, group.id);
    return only(await removeItems(ctx, [item]));
  });
}
