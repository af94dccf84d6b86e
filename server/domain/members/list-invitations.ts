import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import type { Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { contains } from "@/server/data/text-search";

/** Lists the calling producer's invitations that are neither accepted nor revoked, newest first; some may have expired. */
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

/** An open invitation as admins see it. It may have expired. */
interface OpenInvitation {
  id: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  /** Null if the service sent the invitation, or the inviting person was deleted. */
  invitedBy: string | null;
  producerId: string;
  producerName: string;
  isSuspended: boolean;
}

/** Lists the open invitations of all producers, for admins, newest first; `search` matches part of the e-mail. */
export function listAllInvitations(
  ctx: Ctx,
  { search }: { search?: string | undefined },
  page: KeysetPage,
): Promise<Listed<OpenInvitation>> {
  callingAdmin(ctx);
  const { id, email, role, createdAt, expiresAt } = invitations;
  return readKeyset<OpenInvitation>(ctx, page, (ctx) => ({
    time: createdAt,
    id,
    keyOf: (row) => ({ at: row.createdAt, id: row.id }),
    read: (range, order, limit) =>
      ctx.db
        .select({
          id,
          email,
          role,
          createdAt,
          expiresAt,
          invitedBy: people.name,
          producerId: producers.id,
          producerName: producers.name,
          isSuspended: sql<boolean>`${producers.suspendedAt} is not null`,
        })
        .from(invitations)
        .innerJoin(producers, eq(producers.id, invitations.producerId))
        .leftJoin(people, eq(people.id, invitations.invitedBy))
        .where(
          and(
            isNull(invitations.acceptedAt),
            isNull(invitations.revokedAt),
            search ? contains(sql`${email}`, search) : undefined,
            range,
          ),
        )
        .orderBy(...order)
        .limit(limit),
  }));
}
