import { eq } from "drizzle-orm";
import { savedViews } from "@/db/schema/saved-views";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { changeableView, changingMember } from "./access";

/**
 * Deletes a view.
 * @throws 404 if the caller sees no such view, 403 for another person's
 */
export const deleteView = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId, name, privateTo } = await changeableView(ctx, await changingMember(ctx), id);
    await ctx.db.delete(savedViews).where(eq(savedViews.id, id));
    if (privateTo === null) await recordAuditEvent(ctx, "viewDeleted", { producerId, id, name });
  });
