import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { ownedItem, refuseIfInvalidated } from "@/server/domain/items/read";
import { changeItem } from "@/server/domain/items/update";
import { emit } from "@/server/events/emit";
import { ownedGroup } from "./read";

/**
 * Adds an item to a group.
 * @throws 409 if the item is already in a group, this one included; 403 once it is invalidated
 */
export function addItemToGroup(ctx: Ctx, groupId: string, identifier: string): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, groupId);
    const item = await ownedItem(ctx, identifier);
    refuseIfInvalidated(item);
    if (item.groupId)
      throw conflict("item-in-group", `Item ${identifier} already belongs to group ${item.groupId}.`);
    const member = await changeItem(ctx, item, "addedToGroup", { groupId: group.id });
    await emit(ctx, "itemAddedToGroup", { itemId: item.id, groupId: group.id });
    return member;
  });
}
