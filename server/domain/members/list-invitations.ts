import { and, desc, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { people } from "@/db/schema/people";
import { type Ctx, callingProducer } from "@/server/ctx";

/** The calling producer's invitations that are neither accepted nor revoked, newest first; `expiresAt` may have passed. */
export const listInvitations = async (ctx: Ctx) =>
  ctx.db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      invitedBy: people.name,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .leftJoin(people, eq(people.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.producerId, callingProducer(ctx).producerId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(1000);
