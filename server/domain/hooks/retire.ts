import { and, eq, isNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";

/** Deletes the hooks of a deleted item or group; their queued events, its deletion included, are still sent. */
export async function retireHooks(ctx: Ctx, of: { itemId: number } | { groupId: string }): Promise<void> {
  const now = new Date();
  const which = "itemId" in of ? eq(hooks.itemId, of.itemId) : eq(hooks.groupId, of.groupId);
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
