import { savedViews } from "@/db/schema/saved-views";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { changingMember, refuseSharing } from "./access";
import { refuseDevice, refuseTaken, refuseTooMany } from "./refuse";
import type { NewView } from "./schema";

/**
 * Saves a view of the calling member, for themselves or for all members.
 * @throws 403 for viewers who share, 409 for a taken name or too many views
 */
export const saveView = (ctx: Ctx, view: NewView): Promise<{ id: string }> =>
  inTransaction(ctx, async (ctx) => {
    refuseDevice(view.query);
    const member = await changingMember(ctx);
    const { producerId, personId } = member;
    const { list, name, query, isShared } = view;
    if (isShared) refuseSharing(member);
    const id = newId();
    await refuseTooMany(ctx, member, view);
    await refuseTaken(ctx, member, view, { id, name });
    const now = new Date();
    await ctx.db.insert(savedViews).values({
      id,
      producerId,
      list,
      name,
      query,
      privateTo: isShared ? null : personId,
      ownerId: personId,
      createdAt: now,
      updatedAt: now,
    });
    if (isShared) await recordAuditEvent(ctx, "viewShared", { producerId, id, name });
    return { id };
  });
