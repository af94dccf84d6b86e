import { memberships, type Role } from "@/db/schema/memberships";
import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { watchAsFirstOwner } from "@/server/domain/alerts/recommended-rules";

/**
 * Adds a person to the members of a producer. The first owner gets e-mails for its alert rules.
 * @throws 409 if they are a member already.
 */
export async function addMember(
  ctx: Pick<Ctx, "db">,
  member: { producerId: string; personId: string; role: Role },
): Promise<void> {
  const added = await ctx.db
    .insert(memberships)
    .values(member)
    .onConflictDoNothing()
    .returning({ personId: memberships.personId });
  if (added.length === 0)
    throw conflict("already-member", "This person is a member of the producer already.");
  if (member.role === "owner") await watchAsFirstOwner(ctx, member);
}
