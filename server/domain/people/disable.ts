import { eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { revokeInvitationsOf } from "@/server/domain/members/revoke-invitations-of";
import { personWithEmail } from "./named";

/** A person, as operators are told of them. */
export interface ToldPerson {
  personId: string;
  email: string;
  disabled: boolean;
}

/** Ends the sessions of a person, lets them in no more, and takes back the invitations that they made. */
export async function disable(ctx: Ctx, personId: string): Promise<void> {
  const now = new Date();
  await ctx.db
    .update(people)
    .set({ disabledAt: now, sessionVersion: sql`${people.sessionVersion} + 1`, updatedAt: now })
    .where(eq(people.id, personId));
  await revokeInvitationsOf(ctx, personId);
}

export const enable = (ctx: Pick<Ctx, "db">, personId: string) =>
  ctx.db.update(people).set({ disabledAt: null, updatedAt: new Date() }).where(eq(people.id, personId));

/**
 * Lets nobody in by an e-mail any more, and ends the sessions there are and the open invitations that were made by them.
 * Memberships are kept, and so are tokens, which are the producer's. 404 where nobody has the e-mail.
 */
export function disablePerson(ctx: Ctx, email: string): Promise<ToldPerson> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await personWithEmail(ctx, email);
    await disable(ctx, id);
    return { personId: id, email, disabled: true };
  });
}

/** Lets somebody in again who was disabled; they sign in anew. 404 where nobody has the e-mail. */
export async function enablePerson(ctx: Pick<Ctx, "db">, email: string): Promise<ToldPerson> {
  const { id } = await personWithEmail(ctx, email);
  await enable(ctx, id);
  return { personId: id, email, disabled: false };
}
