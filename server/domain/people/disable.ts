import { eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { revokeInvitationsOf } from "@/server/domain/members/revoke-invitations-of";
import { personWithEmail } from "./named";
import { voidOneTimeSecrets } from "./one-time-secrets";

/** A person as operator commands print it. */
export interface ToldPerson {
  personId: string;
  email: string;
  disabled: boolean;
}

/** Disables a person: ends their sessions, refuses further sign-ins and revokes their open invitations. */
export async function disable(ctx: Ctx, personId: string): Promise<void> {
  const now = new Date();
  await ctx.db
    .update(people)
    .set({ disabledAt: now, sessionVersion: sql`${people.sessionVersion} + 1`, updatedAt: now })
    .where(eq(people.id, personId));
  await voidOneTimeSecrets(ctx, "password", personId);
  await revokeInvitationsOf(ctx, personId);
}

export const enable = (ctx: Pick<Ctx, "db">, personId: string) =>
  ctx.db.update(people).set({ disabledAt: null, updatedAt: new Date() }).where(eq(people.id, personId));

/**
 * Disables the person with an e-mail: sign-ins are refused, sessions end and open invitations are revoked. Memberships
 * stay, and so do tokens, which belong to the producer.
 * @throws 404 without a person with the e-mail.
 */
export function disablePerson(ctx: Ctx, email: string): Promise<ToldPerson> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await personWithEmail(ctx, email);
    await disable(ctx, id);
    return { personId: id, email, disabled: true };
  });
}

/**
 * Enables the person with an e-mail, who has to sign in again.
 * @throws 404 without a person with the e-mail.
 */
export async function enablePerson(ctx: Pick<Ctx, "db">, email: string): Promise<ToldPerson> {
  const { id } = await personWithEmail(ctx, email);
  await enable(ctx, id);
  return { personId: id, email, disabled: false };
}
