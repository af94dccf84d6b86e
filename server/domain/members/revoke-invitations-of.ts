import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import type { Ctx } from "@/server/core/ctx";

/** Revokes a person's open invitations, of one producer or of all: the person could rejoin through one. */
export async function revokeInvitationsOf(
  { db }: Pick<Ctx, "db">,
  personId: string,
  producerId?: string,
): Promise<void> {
  await db
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(invitations.invitedBy, personId),
        producerId === undefined ? undefined : eq(invitations.producerId, producerId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
}
