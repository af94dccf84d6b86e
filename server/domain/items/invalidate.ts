import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { emit } from "@/server/events/emit";
import { ownedItem, refuseIfInvalidated } from "./read";
import { changeItem } from "./update";

/**
 * Invalidates an item permanently.
 * @throws 403 if it already is
 */
export function invalidateItem(ctx: Ctx, identifier: string): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const item = await ownedItem(ctx, identifier);
    refuseIfInvalidated(item);
    const invalidated = await changeItem(ctx, item, "invalidated", { invalidatedAt: new Date() });
    await emit(ctx, "itemInvalidated", { itemId: item.id });
    return invalidated;
  });
}
