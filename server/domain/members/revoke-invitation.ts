import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { isId } from "@/server/platform/ids";
import { lockMembersAsOwner } from "./named";

/**
 * Revokes an open invitation of the calling producer; its link no longer works.
 * @throws 403 unless the calling person is an owner, 404 unless the invitation is open.
 */
export const revokeInvitation = (ctx: Ctx, invitationId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => revoke(ctx, invitationId, (await lockMembersAsOwner(ctx)).producerId));

/**
 * Revokes an open invitation of any producer, for admins.
 * @throws 404 unless the invitation is open.
 */
export async function revokeInvitationAsAdmin(ctx: Ctx, invitationId: string): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, (ctx) => revoke(ctx, invitationId, undefined));
}

async function revoke(ctx: Ctx, invitationId: string, producerId: string | undefined): Promise<void> {
  const [revoked] = isId(invitationId)
    ? await ctx.db
        .update(invitations)
        .set({ revokedAt: new Date() })
        .where(
          and(
            eq(invitations.id, invitationId),
            producerId === undefined ? undefined : eq(invitations.producerId, producerId),
            isNull(invitations.acceptedAt),
            isNull(invitations.revokedAt),
          ),
        )
        .returning({ email: invitations.email, producerId: invitations.producerId })
    : [];
  if (!revoked) throw notFound("invitation-not-found", `There is no open invitation ${invitationId}.`);
  const { email: name, ...of } = revoked;
  await recordAuditEvent(ctx, "invitationRevoked", { ...of, id: invitationId, name });
}
