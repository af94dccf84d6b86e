import { eq, inArray } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/ctx";
import { recordGroupLoss } from "@/server/domain/history/record";
import { retireHooks } from "@/server/domain/hooks/retire";
import { emit } from "@/server/events/emit";
import { ownedGroup } from "./read";

/** So many items are locked at once; scans of them wait meanwhile. */
const MEMBERS_AT_ONCE = 500;

/**
 * Deletes a group. Its items are kept, invalidated ones too, and are in no group afterwards: one event for the group,
 * a history entry for each item. A large group loses its items in several transactions, the group itself goes in the
 * last (decision 0006).
 */
export async function deleteGroup(ctx: Ctx, id: string): Promise<void> {
  let isGone = false;
  while (!isGone) {
    isGone = await inTransaction(ctx, async (ctx) => {
      const group = await ownedGroup(ctx, id, "update");
      if ((await detachMembers(ctx, group)) === MEMBERS_AT_ONCE) return false;
      await emit(ctx, "groupDeleted", { groupId: group.id });
      await retireHooks(ctx, { groupId: group.id });
      await ctx.db.delete(groups).where(eq(groups.id, group.id));
      return true;
    });
  }
}

/** Takes some items out of a group; returns how many. */
async function detachMembers(ctx: Ctx, group: Group): Promise<number> {
  const members = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(eq(items.groupId, group.id))
    .orderBy(items.id)
    .limit(MEMBERS_AT_ONCE)
    .for("no key update");
  const ids = members.map((item) => item.id);
  if (ids.length > 0) {
    await ctx.db.update(items).set({ groupId: null, updatedAt: new Date() }).where(inArray(items.id, ids));
    await recordGroupLoss(ctx, ids, group.id);
  }
  return ids.length;
}
