import { eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { newPasswordHash } from "./create";
import { personWithEmail } from "./named";
import type { SignIn } from "./schema";

/**
 * Gives somebody a new password and ends all their sessions; whoever asks for it vouches for the e-mail. 404 where nobody
 * has it, 400 for a password that is easily guessed.
 */
export async function givePassword(
  ctx: Pick<Ctx, "db">,
  { email, password }: SignIn,
): Promise<{ personId: string; email: string }> {
  const person = await personWithEmail(ctx, email);
  const passwordHash = await newPasswordHash(password, person);
  const now = new Date();
  await ctx.db
    .update(people)
    .set({
      passwordHash,
      emailProvenAt: person.emailProvenAt ?? now,
      sessionVersion: sql`${people.sessionVersion} + 1`,
      updatedAt: now,
    })
    .where(eq(people.id, person.id));
  return { personId: person.id, email };
}
