import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { changeItems } from "@/server/domain/items/change";
import { ownedItem, refuseIfInvalidated } from "@/server/domain/items/read";
import { emitAll } from "@/server/events/emit";
import { ownedGroup } from "./read";

/**
 * Refuses to add an item to a group.
 * @throws 409 if the item is already in a group, this one included; 403 once it is invalidated
 */
export function refuseToAdd(item: Item): void {
  refuseIfInvalidated(item);
  if (item.groupId)
    throw conflict("item-in-group", `Item ${item.identifier} already belongs to group ${item.groupId}.`);
}

/** A locked item in no group, and a locked group that it enters. */
export interface Addition {
  item: Item;
  groupId: string;
}

/** Adds items to groups, with their history entries and events. */
export async function addItems(ctx: Ctx, additions: Addition[]): Promise<Item[]> {
  const changes = additions.map(({ item, groupId }) => ({ item, change: { groupId } }));
  const members = await changeItems(ctx, "addedToGroup", changes);
  await emitAll(
    ctx,
    "itemAddedToGroup",
    additions.map(({ item, groupId }) => ({ itemId: item.id, groupId })),
  );
  return members;
}

/**
 * Adds an item to a group.
 * @throws 409 if the item is already in a group, this one included; 403 once it is invalidated
 */
export function addItemToGroup(ctx: Ctx, groupId: string, identifier: string): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, groupId);
    const item = await ownedItem(ctx, identifier);
    refuseToAdd(item);
    return only(await addItems(ctx, [{ item, groupId: group.id }]));
  });
}
