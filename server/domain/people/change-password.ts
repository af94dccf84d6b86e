import { and, eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { conflict, faulty, forbidden } from "@/server/core/errors";
import { factorsOf } from "@/server/domain/factors/prove";
import { newPasswordHash } from "./create";
import { activePerson } from "./named";
import { voidOneTimeSecrets } from "./one-time-secrets";
import { mailPasswordChanged } from "./password-link";
import { isPassword } from "./passwords";
import type { PasswordChange } from "./schema";
import type { NewSession } from "./sign-in";
import { tryPassword } from "./sign-in-attempts";

/**
 * Changes a person's password, ends all their sessions and voids links that set it. Returns the values of a new session for the
 * person who calls, with the proof of theirs.
 * @throws 400 if the current password is wrong or the next one easily guessed, 409 if the session ended meanwhile, 403 in a
 * session without the second factor that the person has, 429
 * after too many wrong passwords: they count as failed sign-ins.
 */
export async function changePassword(
  ctx: Pick<Ctx, "db">,
  { personId, hasSecondFactor }: { personId: string; hasSecondFactor: boolean },
  { current, next }: PasswordChange,
  network: string | undefined,
): Promise<NewSession> {
  const person = await activePerson(ctx, personId);
  if (!hasSecondFactor && (await factorsOf(ctx, personId)).length > 0)
    throw forbidden("second-factor-needed", "Confirm one of your second factors first.");
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
  // Another request has ended this session, for example by changing the password.
  if (!session) throw conflict("session-ended", "Your session has ended meanwhile. Sign in again.");
  await voidOneTimeSecrets(ctx, "password", personId);
  mailPasswordChanged(person);
  return { ...session, hasSecondFactor };
}
