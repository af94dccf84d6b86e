import { eq } from "drizzle-orm";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, inTransaction, isSession } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import type { HistoryAction } from "@/server/domain/history/record";
import { recordHistory } from "@/server/domain/history/record";
import {
  type DescribableInput,
  described,
  isSameDescription,
  versionOfDescription,
} from "@/server/domain/shared/describable";
import { refuseStale } from "@/server/domain/shared/version";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emit } from "@/server/events/emit";
import { ownedItem, refuseIfInvalidated } from "./read";

type ItemChange = Partial<
  Pick<Item, "title" | "image" | "data" | "verificationinfos" | "groupId" | "invalidatedAt" | "deletedAt">
>;

/** Writes a change of a locked item and its history entry. */
export async function changeItem(
  ctx: Ctx,
  item: Item,
  action: HistoryAction,
  change: ItemChange,
): Promise<Item> {
  const updatedAt = new Date(Math.max(Date.now(), item.updatedAt.getTime()));
  const changed = only(
    await ctx.db
      .update(items)
      .set({ ...change, updatedAt })
      .where(eq(items.id, item.id))
      .returning(),
  );
  await recordHistory(ctx, action, item, changed);
  return changed;
}

/**
 * Changes the description of an item; omitted fields are kept. A person who changes nothing writes nothing; a token's call always
 * refreshes `_updated` and sends the event, as the specification says.
 * @throws 403 once the item is invalidated, 400 if the quota for records is used up
 * @throws {StaleVersion} if `seen` is given and no longer the item's version
 */
export function updateItem(
  ctx: Ctx,
  identifier: string,
  input: DescribableInput,
  seen?: string,
): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const item = await ownedItem(ctx, identifier);
    refuseIfInvalidated(item);
    refuseStale(seen, versionOfDescription(item));
    const change = described(item, input);
    if (isSession(ctx) && isSameDescription(item, change)) return item;
    await refuseWithoutRecordRoom(ctx, item.producerId);
    const changed = await changeItem(ctx, item, "modified", change);
    await emit(ctx, "itemModified", { itemId: item.id });
    return changed;
  });
}
