import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { ownedItem, refuseIfInvalidated } from "@/server/domain/items/read";
import { changeItem } from "@/server/domain/items/update";
import { emit } from "@/server/events/emit";
import { ownedGroup } from "./read";

/**
 * Removes an item from a group.
 * @throws 404 if the item is not in this group; 403 once it is invalidated
 */
export function removeItemFromGroup(ctx: Ctx, groupId: string, identifier: string): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, groupId);
    const item = await ownedItem(ctx, identifier);
    refuseIfInvalidated(item);
    if (item.groupId !== group.id) {
      throw notFound("item-not-in-group", `Item ${identifier} is not in group ${groupId}.`);
    }
    const former = await changeItem(ctx, item, "deletedFromGroup", { groupId: null });
    await emit(ctx, "itemDeletedFromGroup", { itemId: item.id, groupId: group.id });
    return former;
  });
}
