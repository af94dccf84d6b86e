import { and, eq, isNull } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/ctx";
import { only } from "@/server/domain/shared/only";
import { forbidden } from "@/server/errors";
import { isPassword } from "./passwords";
import type { SignIn } from "./schema";
import { tryPassword } from "./tries";

/** What a session holds on to: whose it is, and the version that ends it when it changes. */
export interface NewSession {
  personId: string;
  sessionVersion: number;
}

/** Notes that somebody signed in, and returns what the session holds. */
export const startSession = async (ctx: Pick<Ctx, "db">, personId: string): Promise<NewSession> =>
  only(
    await ctx.db
      .update(people)
      .set({ lastSignInAt: new Date() })
      .where(eq(people.id, personId))
      .returning({ personId: people.id, sessionVersion: people.sessionVersion }),
  );

/**
 * The same for who was right a moment ago: nothing where their sessions were ended meanwhile, or they were disabled, for
 * that is to end what is under way, too.
 */
async function startSessionAs(
  { db }: Pick<Ctx, "db">,
  { id, sessionVersion }: { id: string; sessionVersion: number },
): Promise<NewSession | undefined> {
  const [session] = await db
    .update(people)
    .set({ lastSignInAt: new Date() })
    .where(and(eq(people.id, id), eq(people.sessionVersion, sessionVersion), isNull(people.disabledAt)))
    .returning({ personId: people.id, sessionVersion: people.sessionVersion });
  return session;
}

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
  const session = found && (await startSessionAs(ctx, found));
  if (!session) throw forbidden("sign-in-refused", "This e-mail and this password do not belong together.");
  return session;
}
