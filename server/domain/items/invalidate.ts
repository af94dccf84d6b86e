import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { emitAll } from "@/server/events/emit";
import { changeItems } from "./change";
import { ownedItem, refuseIfInvalidated } from "./read";

/** Invalidates locked items permanently, with their history entries and events. */
export async function invalidateItems(ctx: Ctx, items: Item[], reason?: string): Promise<Item[]> {
  const invalidatedAt = new Date();
  const changes = items.map((item) => ({ item, change: { invalidatedAt } }));
  const invalidated = await changeItems(ctx, "invalidated", changes, reason);
  await emitAll(
    ctx,
    "itemInvalidated",
    invalidated.map(({ id }) => ({ itemId: id })),
  );
  return invalidated;
}

/**
 * Invalidates an item permanently.
 * @throws 403 if it already is
 */
export function invalidateItem(ctx: Ctx, identifier: string): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const item = await ownedItem(ctx, identifier);
    refuseIfInvalidated(item);
    return only(await invalidateItems(ctx, [item]));
  });
}
