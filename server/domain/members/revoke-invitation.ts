import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { type Ctx, callingProducer } from "@/server/ctx";
import { notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";

/** Takes back an invitation of the calling producer: its link no longer works. 404 where there is none to take back. */
export async function revokeInvitation(ctx: Ctx, invitationId: string): Promise<void> {
  const { producerId } = callingProducer(ctx);
  const revoked = isId(invitationId)
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
        .returning({ id: invitations.id })
    : [];
  if (revoked.length === 0)
    throw notFound("invitation-not-found", `There is no open invitation ${invitationId}.`);
}
