import { and, eq, isNull, notInArray, type SQL } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { memberships } from "@/db/schema/memberships";
import type { Ctx } from "@/server/core/ctx";

type Db = Pick<Ctx, "db">;

const revoke = ({ db }: Db, personId: string, to?: SQL) =>
  db
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(invitations.invitedBy, personId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        to,
      ),
    );

/** Revokes a person's open invitations, of one producer or of all: the person could rejoin through one. */
export async function revokeInvitationsOf(ctx: Db, personId: string, producerId?: string): Promise<void> {
  await revoke(ctx, personId, producerId === undefined ? undefined : eq(invitations.producerId, producerId));
}

/** Revokes a person's open invitations to producers of which they are no owner: only an admin may make those. */
export async function revokeInvitationsOfAdmin(ctx: Db, personId: string): Promise<void> {
  const owned = ctx.db
    .select({ id: memberships.producerId })
    .from(memberships)
    .where(and(eq(memberships.personId, personId), eq(memberships.role, "owner")));
  await revoke(ctx, personId, notInArray(invitations.producerId, owned));
}
