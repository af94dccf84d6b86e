import { eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { forgetFactors } from "@/server/domain/factors/forget";
import { newPasswordHash } from "./create";
import { personWithEmail } from "./named";
import { voidOneTimeSecrets } from "./one-time-secrets";
import type { SignIn } from "./schema";

/**
 * Sets a new password for the person with an e-mail and ends all their sessions. The caller vouches for the e-mail, which
 * counts as proven.
 * @throws 404 without a person with the e-mail, 400 for an easily guessed password.
 */
export async function givePassword(
  ctx: Pick<Ctx, "db">,
  { email, password }: SignIn,
): Promise<{ personId: string; email: string }> {
  const person = await personWithEmail(ctx, email);
  const passwordHash = await newPasswordHash(password, person);
  const now = new Date();
  await voidOneTimeSecrets(ctx, "password", person.id);
  // Without a proof before, another person may have set the account up.
  if (person.emailProvenAt === null) await forgetFactors(ctx, person.id);
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
