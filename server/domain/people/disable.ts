import { eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import { type Ctx, inTransaction } from "@/server/ctx";
import { revokeInvitationsOf } from "@/server/domain/members/revoke-invitations-of";
import { personWithEmail } from "./named";

/** A person, as operators are told of them. */
export interface ToldPerson {
  personId: string;
  email: string;
  disabled: boolean;
}

/**
 * Lets nobody in by an e-mail any more, and ends the sessions there are and the open invitations that were made by them.
 * Memberships are kept, and so are tokens, which are the producer's. 404 where nobody has the e-mail.
 */
export function disablePerson(ctx: Ctx, email: string): Promise<ToldPerson> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await personWithEmail(ctx, email);
    const now = new Date();
    await ctx.db
      .update(people)
      .set({ disabledAt: now, sessionVersion: sql`${people.sessionVersion} + 1`, updatedAt: now })
      .where(eq(people.id, id));
    await revokeInvitationsOf(ctx, id);
    return { personId: id, email, disabled: true };
  });
}

/** Lets somebody in again who was disabled; they sign in anew. 404 where nobody has the e-mail. */
export async function enablePerson(ctx: Pick<Ctx, "db">, email: string): Promise<ToldPerson> {
  const { id } = await personWithEmail(ctx, email);
  await ctx.db.update(people).set({ disabledAt: null, updatedAt: new Date() }).where(eq(people.id, id));
  return { personId: id, email, disabled: false };
}
