import { inArray } from "drizzle-orm";
import type { Group } from "@/db/schema/groups";
import { type Item, items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { recordHistories } from "@/server/domain/history/record";
import { emitAll } from "@/server/events/emit";

/**
 * Adds items in no group to the caller's group with a few statements, as `addItemToGroup` adds one. The caller holds the locks
 * of all of them.
 */
export async function addItemsToGroup(ctx: Ctx, group: Group, added: Item[]): Promise<void> {
  if (added.length === 0) return;
  const change = { groupId: group.id, updatedAt: new Date() };
  const ids = added.map(({ id }) => id);
  await ctx.db.update(items).set(change).where(inArray(items.id, ids));
  const changed = added.map((before) => ({ before, after: { ...before, ...change } }));
  await recordHistories(ctx, "addedToGroup", changed);
  await emitAll(
    ctx,
    "itemAddedToGroup",
    ids.map((itemId) => ({ itemId, groupId: group.id })),
  );
}
