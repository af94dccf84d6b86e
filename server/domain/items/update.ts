import type { Item } from "@/db/schema/items";
import { type Ctx, inTransaction, isSession } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import {
  type DescribableInput,
  described,
  isSameDescription,
  versionOfDescription,
} from "@/server/domain/shared/describable";
import type { Description } from "@/server/domain/shared/description";
import { refuseStale } from "@/server/domain/shared/version";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emitAll } from "@/server/events/emit";
import { changeItems } from "./change";
import { ownedItem, refuseIfInvalidated } from "./read";

/** A locked item and its new description, or the fields of it that change. */
export interface DescriptionOfItem {
  item: Item;
  change: Partial<Description>;
}

/** Writes new descriptions of locked items, with their history entries and events. */
export async function describeItems(ctx: Ctx, changes: DescriptionOfItem[]): Promise<Item[]> {
  const changed = await changeItems(ctx, "modified", changes);
  await emitAll(
    ctx,
    "itemModified",
    changed.map(({ id }) => ({ itemId: id })),
  );
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
    return only(await describeItems(ctx, [{ item, change }]));
  });
}
