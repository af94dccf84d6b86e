import { eq } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/ctx";
import { createPerson } from "./create";
import { NewPerson } from "./schema";
import { needsSetUp, renewSetUpLink } from "./set-up";

async function hasAdmin({ db }: Ctx): Promise<boolean> {
  return (
    (await db.select({ id: people.id }).from(people).where(eq(people.isAdmin, true)).limit(1)).length > 0
  );
}

/** Makes a configured person the first admin; nothing where there is an admin. Another's password is left as it is. */
async function makeFirstAdmin(ctx: Ctx, { email, password }: { email: string; password: string }) {
  if (await hasAdmin(ctx)) return;
  const fields = NewPerson.parse({ email, password, name: email.split("@")[0], isAdmin: true });
  const known = await ctx.db
    .update(people)
    .set({ isAdmin: true, updatedAt: new Date() })
    .where(eq(people.email, fields.email))
    .returning({ id: people.id });
  if (known.length === 0) await createPerson(ctx, fields);
}

/**
 * Sees to it, at a start, that somebody can get in: makes the configured admin where there is none, or else, while there
 * are no people, returns a fresh link to set up the service.
 */
export async function letSomebodyIn(
  ctx: Ctx,
  configured: { email: string; password: string } | undefined,
): Promise<string | undefined> {
  if (configured) await makeFirstAdmin(ctx, configured);
  return (await needsSetUp(ctx)) ? renewSetUpLink(ctx) : undefined;
}
