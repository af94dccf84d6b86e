import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordMemberAuditEvent } from "@/server/domain/audit-log/record";
import { signOutEverywhere } from "@/server/domain/people/sign-out-everywhere";
import { lockMembersAsOwner, roleOfMember } from "./named";

/**
 * Ends all sessions of a member of the calling producer.
 * @throws 403 unless the calling person is an owner, 404 for another producer's member.
 */
export const signOutMember = (ctx: Ctx, personId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = await lockMembersAsOwner(ctx);
    await roleOfMember(ctx, producerId, personId);
    await signOutEverywhere(ctx, personId);
    await recordMemberAuditEvent(ctx, "memberSignedOut", { producerId, personId });
  });
