import { eq } from "drizzle-orm";
import { type SavedView, savedViews } from "@/db/schema/saved-views";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, forbidden } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { changesBetween } from "@/server/domain/history/changes";
import { changeableView, changingMember, type Member, refuseSharing, versionOfView } from "./access";
import { refuseDevice, refuseTaken, refuseTooMany } from "./refuse";
import type { ViewChanges } from "./schema";

/** Refuses to make a view private that another person saved: it would end for that person. */
function refuseTaking({ personId }: Member, { id, ownerId }: SavedView): void {
  if (ownerId !== personId)
    throw forbidden("view-of-another", `Only the person who saved view ${id} makes it private.`);
}

/** Records a change that all members notice. */
async function recordChange(ctx: Ctx, before: SavedView, after: SavedView): Promise<void> {
  const { producerId, id, name } = after;
  const wasShared = before.privateTo === null;
  const isShared = after.privateTo === null;
  const changes = changesBetween(
    { name: before.name, filter: before.query },
    { name: after.name, filter: after.query },
  );
  if (wasShared !== isShared)
    await recordAuditEvent(ctx, isShared ? "viewShared" : "viewUnshared", { producerId, id, name });
  else if (isShared) await recordAuditEvent(ctx, "viewChanged", { producerId, id, name, changes });
}

/**
 * Renames a view, replaces its query, shares it or makes it private.
 * @throws 404 if the caller sees no such view, 403 for another person's, 409 for a taken name, too many views, or if the
 * view was changed since `seen`
 */
export const updateView = (ctx: Ctx, id: string, changes: ViewChanges, seen: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    refuseDevice(changes.query);
    const member = await changingMember(ctx);
    const view = await changeableView(ctx, member, id);
    if (seen !== versionOfView(view))
      throw conflict("view-changed", `View ${id} was changed after it was read.`);
    const { name = view.name, query = view.query, isShared = view.privateTo === null } = changes;
    const after = { ...view, name, query, privateTo: isShared ? null : member.personId };
    if (versionOfView(after) === versionOfView(view)) return;
    const place = { list: view.list, isShared };
    if (isShared !== (view.privateTo === null)) {
      if (isShared) refuseSharing(member);
      else refuseTaking(member, view);
      await refuseTooMany(ctx, member, place);
    }
    await refuseTaken(ctx, member, place, after);
    await ctx.db
      .update(savedViews)
      .set({ name, query, privateTo: after.privateTo, updatedAt: new Date() })
      .where(eq(savedViews.id, view.id));
    await recordChange(ctx, view, after);
  });
