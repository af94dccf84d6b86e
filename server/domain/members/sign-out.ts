import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordMemberAuditEvent } from "@/server/domain/audit-log/record";
import { signOutEverywhere } from "@/server/domain/people/sign-out-everywhere";
import { lockMembersAsOwner, roleOfMember } from "./named";

/** Ends all sessions of a member of the calling producer. 403 where who calls is no owner, 404 for others' members. */
export const signOutMember = (ctx: Ctx, personId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = await lockMembersAsOwner(ctx);
    await roleOfMember(ctx, producerId, personId);
    await signOutEverywhere(ctx, personId);
    await recordMemberAuditEvent(ctx, "memberSignedOut", { producerId, personId });
  });
