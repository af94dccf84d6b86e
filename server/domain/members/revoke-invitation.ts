import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { type Ctx, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";
import { lockMembersAsOwner } from "./named";

/**
 * Takes back an invitation of the calling producer: its link no longer works. 403 where who calls is no owner, 404 where
 * there is none to take back.
 */
export const revokeInvitation = (ctx: Ctx, invitationId: string): Promise<void> =>
  inTransaction(ctx, (ctx) => revoke(ctx, invitationId));

async function revoke(ctx: Ctx, invitationId: string): Promise<void> {
  const { producerId } = await lockMembersAsOwner(ctx);
  const [revoked] = isId(invitationId)
    ? await ctx.db
        .update(invitations)
        .set({ revokedAt: new Date() })
        .where(
          and(
            eq(invitations.id, invitationId),
            eq(invitations.producerId, producerId),
            isNull(invitations.acceptedAt),
            isNull(invitations.revokedAt),
          ),
        )
        .returning({ email: invitations.email })
    : [];
  if (!revoked) throw notFound("invitation-not-found", `There is no open invitation ${invitationId}.`);
  await recordAct(ctx, "invitationRevoked", { producerId, id: invitationId, name: revoked.email });
}
