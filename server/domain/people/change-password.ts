import { and, eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { conflict, faulty } from "@/server/core/errors";
import { newPasswordHash } from "./create";
import { activePerson } from "./named";
import { isPassword } from "./passwords";
import type { PasswordChange } from "./schema";
import type { NewSession } from "./sign-in";
import { tryPassword } from "./sign-in-attempts";

/**
 * Changes a person's password and ends all their sessions; returns what a new one holds, so that who changed it can stay.
 * 400 where the current password is wrong or the next easily guessed; wrong ones count as failed tries to sign in.
 */
export async function changePassword(
  ctx: Pick<Ctx, "db">,
  personId: string,
  { current, next }: PasswordChange,
  network: string | undefined,
): Promise<NewSession> {
  const person = await activePerson(ctx, personId);
  const fits = await tryPassword(ctx, person.email, network, async () =>
    (await isPassword(person.passwordHash, current)) ? true : undefined,
  );
  if (!fits) throw faulty([{ pointer: "/current", message: "is not your password" }]);
  if (current === next) throw faulty([{ pointer: "/next", message: "must differ from the current one" }]);
  const passwordHash = await newPasswordHash(next, person, "/next");
  const [session] = await ctx.db
    .update(people)
    .set({ passwordHash, sessionVersion: sql`${people.sessionVersion} + 1`, updatedAt: new Date() })
    .where(and(eq(people.id, personId), eq(people.sessionVersion, person.sessionVersion)))
    .returning({ personId: people.id, sessionVersion: people.sessionVersion });
  // Somebody else has ended this session meanwhile, by a change of the password perhaps.
  if (!session) throw conflict("session-ended", "Your session has ended meanwhile. Sign in again.");
  return session;
}
