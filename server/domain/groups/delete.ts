import { eq } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/ctx";
import { recordGroupLoss } from "@/server/domain/history/record";
import { emit } from "@/server/events/emit";
import { ownedGroup } from "./read";

/**
 * Deletes a group. Its items are kept, invalidated ones too, and are in no group afterwards: one event for the group,
 * a history entry for each item (decision 0006).
 */
export function deleteGroup(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await ownedGroup(ctx, id, "update");
    await emit(ctx, "groupDeleted", { groupId: id });
    const members = await ctx.db
      .select({ id: items.id })
      .from(items)
      .where(eq(items.groupId, id))
      .orderBy(items.id)
      .for("no key update");
    await ctx.db.update(items).set({ groupId: null, updatedAt: new Date() }).where(eq(items.groupId, id));
    await recordGroupLoss(
      ctx,
      members.map((item) => item.id),
      id,
    );
    await ctx.db.delete(groups).where(eq(groups.id, id));
  });
}
