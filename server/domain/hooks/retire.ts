import { and, eq, inArray, isNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";

/** Deletes the hooks of deleted items or of a group; their queued events, the deletion included, are still sent. */
export async function retireHooks(ctx: Ctx, of: { itemIds: number[] } | { groupId: string }): Promise<void> {
  const now = new Date();
  const which = "itemIds" in of ? inArray(hooks.itemId, of.itemIds) : eq(hooks.groupId, of.groupId);
  // Hooks that were deleted earlier lose their target too, but are not recorded again.
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
