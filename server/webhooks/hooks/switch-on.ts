import { eq } from "drizzle-orm";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedHook } from "./read";

/**
 * Switches a webhook on again. Events that it missed are sent only by a replay.
 * @throws 404 for a webhook that is not the caller's
 */
export const switchHookOn = (ctx: Ctx, id: string): Promise<Hook> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedHook(ctx, id);
    // Deliveries that were not due meanwhile are still queued.
    if (hook.switchedOffAt) await ctx.db.delete(deliveryQueue).where(eq(deliveryQueue.hookId, hook.id));
    const rows = await ctx.db
      .update(hooks)
      .set({ switchedOffAt: null, paused: false, failingSince: null, updatedAt: new Date() })
      .where(eq(hooks.id, hook.id))
      .returning();
    await recordAuditEvent(ctx, "hookSwitchedOn", {
      producerId: hook.producerId,
      id: hook.id,
      name: hook.url,
    });
    return only(rows);
  });
