import { and, eq } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { type Ctx, callingProducer, inTransaction } from "@/server/ctx";
import { recordMemberAct } from "@/server/domain/acts/record";
import { lockMembers, refuseIfLastOwner, roleOfMember } from "./named";

/** Removes a member of the calling producer; the person stays, for others. 404 for others' members, 409 for the last owner. */
export function removeMember(ctx: Ctx, personId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { producerId, actor } = callingProducer(ctx);
    await lockMembers(ctx, producerId);
    const role = await roleOfMember(ctx, producerId, personId);
    if (role === "owner") await refuseIfLastOwner(ctx, producerId, personId);
    await ctx.db
      .delete(memberships)
      .where(and(eq(memberships.producerId, producerId), eq(memberships.personId, personId)));
    await recordMemberAct(ctx, actor.id === personId ? "memberLeft" : "memberRemoved", {
      producerId,
      personId,
    });
  });
}
