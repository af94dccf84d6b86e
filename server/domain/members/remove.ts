import { and, eq } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { recordMemberAuditEvent } from "@/server/domain/audit-log/record";
import { lockMembers, lockMembersAsOwner, refuseIfLastOwner, roleOfMember } from "./named";
import { revokeInvitationsOf } from "./revoke-invitations-of";

/** Deletes the membership and revokes the person's open invitations; the account stays for other producers. */
async function removeLocked(ctx: Ctx, producerId: string, personId: string): Promise<void> {
  const role = await roleOfMember(ctx, producerId, personId);
  if (role === "owner") await refuseIfLastOwner(ctx, producerId, personId);
  await revokeInvitationsOf(ctx, personId, producerId);
  await ctx.db
    .delete(memberships)
    .where(and(eq(memberships.producerId, producerId), eq(memberships.personId, personId)));
}

/**
 * Removes a member of the calling producer.
 * @throws 403 unless the calling person is an owner, 404 for another producer's member, 409 for the last owner.
 */
export function removeMember(ctx: Ctx, personId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { producerId } = await lockMembersAsOwner(ctx);
    await removeLocked(ctx, producerId, personId);
    await recordMemberAuditEvent(ctx, "memberRemoved", { producerId, personId });
  });
}

/**
 * Removes the calling person from the producer.
 * @throws 404 if they are no longer a member, 409 for the last owner.
 */
export function leaveProducer(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { producerId, actor } = callingProducer(ctx);
    await lockMembers(ctx, producerId);
    await removeLocked(ctx, producerId, actor.id);
    await recordMemberAuditEvent(ctx, "memberLeft", { producerId, personId: actor.id });
  });
}
