import { and, eq, isNull, type SQL } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { forbidden } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { isPassword } from "./passwords";
import type { SignIn } from "./schema";
import { tryPassword } from "./sign-in-attempts";

/** What a session holds on to: whose it is, and the version that ends it when it changes. */
export interface NewSession {
  personId: string;
  sessionVersion: number;
}

const noteSignIn = ({ db }: Pick<Ctx, "db">, who: SQL | undefined): Promise<NewSession[]> =>
  db
    .update(people)
    .set({ lastSignInAt: new Date() })
    .where(who)
    .returning({ personId: people.id, sessionVersion: people.sessionVersion });

/** Notes that somebody signed in, and returns what the session holds. */
export const startSession = async (ctx: Pick<Ctx, "db">, personId: string): Promise<NewSession> =>
  only(await noteSignIn(ctx, eq(people.id, personId)));

/**
 * Signs somebody in by password, from a network (of `networkOf`). 403 where e-mail and password do not belong together,
 * in the same words and the same time whether the e-mail is known or not; 429 after five failed tries in 15 minutes.
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
  // What ends all sessions, or disables somebody, ends what is under way, too.
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
