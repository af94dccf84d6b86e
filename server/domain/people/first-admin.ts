import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { AppError, conflict } from "@/server/core/errors";
import { inWords, parsed } from "@/server/core/parsed";
import { createPerson } from "./create";
import { NewPerson } from "./schema";
import { needsSetUp, renewSetUpLink } from "./set-up";

interface FirstAdmin {
  email: string;
  password: string;
}

async function hasAdmin({ db }: Ctx): Promise<boolean> {
  return (
    (
      await db
        .select({ id: people.id })
        .from(people)
        .where(and(eq(people.isAdmin, true), isNull(people.disabledAt)))
        .limit(1)
    ).length > 0
  );
}

/** @throws 409 if the e-mail belongs to a person who may not become an admin; the message names the command that helps. */
async function refuseOther({ db }: Ctx, email: string): Promise<void> {
  const [other] = await db.select().from(people).where(eq(people.email, email));
  if (!other) return;
  const command = other.disabledAt ? `enable --email ${email}` : `password --email ${email} --password P`;
  const why = other.disabledAt ? "is disabled" : "is not verified";
  throw conflict("admin-not-trusted", `${email} ${why}. Run: npm run -s user -- ${command}`);
}

/**
 * Makes the configured person the first admin. An existing person keeps their password and must have proven the e-mail,
 * since an invitation that was handed over proves no e-mail.
 */
async function makeFirstAdmin(ctx: Ctx, { email, password }: FirstAdmin): Promise<void> {
  const name = email.split("@")[0];
  const fields = parsed(NewPerson, { email, password, name, isAdmin: true });
  const known = await ctx.db
    .update(people)
    .set({ isAdmin: true, updatedAt: new Date() })
    .where(and(eq(people.email, fields.email), isNotNull(people.emailProvenAt), isNull(people.disabledAt)))
    .returning({ id: people.id });
  if (known.length > 0) return;
  await refuseOther(ctx, fields.email);
  await createPerson(ctx, fields);
}

/**
 * Ensures at a start that the service has an admin: creates the configured admin unless an admin exists. While there are no
 * people, returns a new set-up link instead.
 * @throws {Error} if the configured admin cannot be created.
 */
export async function bootstrapAdmin(
  ctx: Ctx,
  configured: FirstAdmin | undefined,
): Promise<string | undefined> {
  if (configured && !(await hasAdmin(ctx))) {
    try {
      await makeFirstAdmin(ctx, configured);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Another process that starts at the same time has created the admin.
      if (error.kind === "conflict" && (await hasAdmin(ctx))) return undefined;
      throw new Error(`No admin can be created from ADMIN_EMAIL and ADMIN_PASSWORD: ${inWords(error)}`);
    }
  }
  return (await needsSetUp(ctx)) ? renewSetUpLink(ctx) : undefined;
}
