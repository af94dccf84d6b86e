import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { retireHooks } from "@/server/domain/hooks/retire";
import { endOwnershipsOfItems } from "@/server/domain/ownership/end";
import { emitAll } from "@/server/events/emit";
import { changeItems } from "./change";
import { ownedItem, refuseIfInvalidated } from "./read";

/** Deletes locked items, with their history entries and events; their scans stay. */
export async function deleteItems(ctx: Ctx, items: Item[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  await emitAll(
    ctx,
    "itemDeleted",
    ids.map((itemId) => ({ itemId })),
  );
  await retireHooks(ctx, { itemIds: ids });
  await endOwnershipsOfItems(ctx, ids);
  const change = { deletedAt: new Date(), groupId: null };
  await changeItems(
    ctx,
    "deleted",
    items.map((item) => ({ item, change })),
  );
}

/**
 * Deletes an item; its scans stay.
 * @throws 403 once it is invalidated, which is final
 */
export function deleteItem(ctx: Ctx, identifier: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const item = await ownedItem(ctx, identifier);
    refuseIfInvalidated(item);
    await deleteItems(ctx, [item]);
  });
}
