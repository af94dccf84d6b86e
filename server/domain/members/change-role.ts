import { and, eq } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordMemberAuditEvent } from "@/server/domain/audit-log/record";
import { lockMembersAsOwner, refuseIfLastOwner, roleOfMember } from "./named";
import { revokeInvitationsOf } from "./revoke-invitations-of";
import type { RoleChange } from "./schema";

/**
 * Changes the role of a member of the calling producer. The open invitations of a demoted owner are revoked.
 * @throws 403 unless the calling person is an owner, 404 for another producer's member, 409 for the last owner.
 */
export function changeRole(ctx: Ctx, { personId, role }: RoleChange): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { producerId } = await lockMembersAsOwner(ctx);
    const before = await roleOfMember(ctx, producerId, personId);
    if (before === "owner" && role !== "owner") {
      await refuseIfLastOwner(ctx, producerId, personId);
      await revokeInvitationsOf(ctx, personId, producerId);
    }
    await ctx.db
      .update(memberships)
      .set({ role })
      .where(and(eq(memberships.producerId, producerId), eq(memberships.personId, personId)));
    const changes = [{ path: "/role", from: before, to: role }];
    await recordMemberAuditEvent(ctx, "memberRoleChanged", { producerId, personId, changes });
  });
}
