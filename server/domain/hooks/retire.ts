import { and, eq, isNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";

/** The hooks of an item or of a group go with it; what they are still to be told, its deletion included, is sent. */
export async function retireHooks(ctx: Ctx, of: { itemId: number } | { groupId: string }): Promise<void> {
  const now = new Date();
  const which = "itemId" in of ? eq(hooks.itemId, of.itemId) : eq(hooks.groupId, of.groupId);
  // Those that were deleted before let go of it, too, and are no news.
  const retired = await ctx.db
    .select({ id: hooks.id, producerId: hooks.producerId, url: hooks.url })
    .from(hooks)
    .where(and(which, isNull(hooks.deletedAt)));
  await ctx.db
    .update(hooks)
    .set({ itemId: null, groupId: null, deletedAt: now, updatedAt: now })
    .where(which);
  for (const { id, producerId, url } of retired)
    await recordAuditEvent(ctx, "hookDeleted", { producerId, id, name: url });
}
