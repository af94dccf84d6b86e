import { eq } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedHook } from "./read";

/**
 * Pauses one of the caller's webhooks. As after failures, nothing is sent until it is switched on again; its events are
 * kept and can be replayed. A webhook that is already off does not change.
 * @throws 404 for any other webhook
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
