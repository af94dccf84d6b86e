import { and, eq, isNull, type SQL } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { forbidden } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { isPassword } from "./passwords";
import type { SignIn } from "./schema";
import { tryPassword } from "./sign-in-attempts";

/** The values of a session: its person, and the version whose change ends it. */
export interface NewSession {
  personId: string;
  sessionVersion: number;
  /** Whether a second factor was proven; a passkey alone counts as one. */
  hasSecondFactor?: boolean;
  /** Its lifetime, if it is shorter than that of other sessions. */
  seconds?: number;
}

/** Records the sign-in of the person who meets a condition and returns the values of the session. */
export const noteSignIn = ({ db }: Pick<Ctx, "db">, condition: SQL | undefined): Promise<NewSession[]> =>
  db
    .update(people)
    .set({ lastSignInAt: new Date() })
    .where(condition)
    .returning({ personId: people.id, sessionVersion: people.sessionVersion });

/** Records the sign-in of a person and returns the values of the session. */
export const startSession = async (ctx: Pick<Ctx, "db">, personId: string): Promise<NewSession> =>
  only(await noteSignIn(ctx, eq(people.id, personId)));

/**
 * Signs a person in by password, from a network (see `networkOf`).
 * @throws 403 if e-mail and password do not match, with the same text and timing for known and unknown e-mails; 429 after
 * five failed attempts in 15 minutes.
 */
export async function signIn(
  ctx: Pick<Ctx, "db">,
  { email, password }: SignIn,
  network: string | undefined,
): Promise<NewSession> {
  const found = await tryPassword(ctx, email, network, async () => {
    const [person] = await ctx.db.select().from(people).where(eq(people.email, email));
    const fits = await isPassword(person?.passwordHash, password);
    return fits && person?.disabledAt === null ? person : undefined;
  });
  // A sign-in in flight fails, too, if the person's sessions are ended or the person is disabled meanwhile.
  const [session] = found
    ? await noteSignIn(
        ctx,
        and(
          eq(people.id, found.id),
          eq(people.sessionVersion, found.sessionVersion),
          isNull(people.disabledAt),
        ),
      )
    : [];
  if (!session) throw forbidden("sign-in-refused", "This e-mail and this password do not belong together.");
  return session;
}
