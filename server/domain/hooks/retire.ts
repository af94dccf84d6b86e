import { eq } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/ctx";

/** The hooks of an item or of a group go with it; what they are still to be told, its deletion included, is sent. */
export async function retireHooks(ctx: Ctx, of: { itemId: number } | { groupId: string }): Promise<void> {
  const now = new Date();
  await ctx.db
    .update(hooks)
    .set({ itemId: null, groupId: null, deletedAt: now, updatedAt: now })
    .where("itemId" in of ? eq(hooks.itemId, of.itemId) : eq(hooks.groupId, of.groupId));
}
