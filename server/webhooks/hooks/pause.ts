import { eq } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedHook } from "./read";

/**
 * Switches a hook off by hand. As after failures, nothing is sent until it is switched on again, and its events are kept
 * and can be replayed. One that is off already stays as it is. 404 for any other hook.
 */
export const pauseHook = (ctx: Ctx, id: string): Promise<Hook> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedHook(ctx, id);
    if (hook.switchedOffAt) return hook;
    const now = new Date();
    const rows = await ctx.db
      .update(hooks)
      .set({ switchedOffAt: now, paused: true, updatedAt: now })
      .where(eq(hooks.id, hook.id))
      .returning();
    await recordAuditEvent(ctx, "hookPaused", { producerId: hook.producerId, id: hook.id, name: hook.url });
    return only(rows);
  });
