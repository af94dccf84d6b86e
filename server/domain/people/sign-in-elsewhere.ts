import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/ctx";
import { forbidden } from "@/server/errors";
import { insertPerson } from "./create";
import { type NewSession, startSession } from "./sign-in";

const isInvited = async (ctx: Pick<Ctx, "db">, email: string) =>
  (
    await ctx.db
      .select({ id: invitations.id })
      .from(invitations)
      .where(
        and(
          eq(invitations.email, email),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
          gt(invitations.expiresAt, new Date()),
        ),
      )
      .limit(1)
  ).length > 0;

/**
 * Signs in somebody whose e-mail an identity provider vouches for. Who is not known yet needs an open invitation, and
 * becomes a person without a password. 403 for all others, and for disabled people.
 */
export async function signInElsewhere(
  ctx: Pick<Ctx, "db">,
  { email, name }: { email: string; name: string },
): Promise<NewSession> {
  const [known] = await ctx.db.select().from(people).where(eq(people.email, email));
  if (known?.disabledAt || (!known && !(await isInvited(ctx, email))))
    throw forbidden("sign-in-refused", `Nobody with the e-mail ${email} may sign in here.`);
  const person =
    known ?? (await insertPerson(ctx, { email, name, passwordHash: null, isAdmin: false, locale: null }));
  return startSession(ctx, person.id);
}
