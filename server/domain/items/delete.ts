import { type Ctx, inTransaction } from "@/server/core/ctx";
import { retireHooks } from "@/server/domain/hooks/retire";
import { emit } from "@/server/events/emit";
import { ownedItem, refuseIfInvalidated } from "./read";
import { changeItem } from "./update";

/**
 * Deletes an item; its scans stay.
 * @throws 403 once it is invalidated, which is final
 */
export function deleteItem(ctx: Ctx, identifier: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const item = await ownedItem(ctx, identifier);
    refuseIfInvalidated(item);
    await emit(ctx, "itemDeleted", { itemId: item.id });
    await retireHooks(ctx, { itemId: item.id });
    await changeItem(ctx, item, "deleted", { deletedAt: new Date(), groupId: null });
  });
}
