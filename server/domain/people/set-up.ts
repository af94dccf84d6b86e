import { and, eq, isNull, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import { setupLinks } from "@/db/schema/setup-links";
import { hashOfSecret, newLinkSecret } from "@/server/auth/secrets";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordMemberAdded } from "@/server/domain/audit-log/record";
import { addMember } from "@/server/domain/members/add";
import type { NewProducer } from "@/server/domain/producers/create";
import { openProducer } from "@/server/domain/producers/open";
import { publicBaseUrl } from "@/server/platform/env";
import { insertPerson, newPasswordHash } from "./create";
import { Language, type SetUp } from "./schema";

type Db = Pick<Ctx, "db">;

const openLink = (secret: string) =>
  and(eq(setupLinks.hash, hashOfSecret(secret)), isNull(setupLinks.usedAt));

/** Whether the service has no accounts yet and needs to be set up. */
export async function needsSetUp(ctx: Db): Promise<boolean> {
  const accounts = ctx.db.select({ id: people.id }).from(people).where(eq(people.isDemoVisitor, false));
  return (await accounts.limit(1)).length === 0;
}

/** Creates the set-up link; the previous link no longer works. */
export function renewSetUpLink(ctx: Ctx): Promise<string> {
  return inTransaction(ctx, async ({ db }) => {
    await db.execute(sql`lock table ${setupLinks} in share row exclusive mode`);
    await db.delete(setupLinks).where(isNull(setupLinks.usedAt));
    const secret = newLinkSecret();
    await db.insert(setupLinks).values({ hash: hashOfSecret(secret) });
    return `${publicBaseUrl}/setup/${secret}`;
  });
}

/** Whether the link with this secret can set up the service. */
export async function isSetUpLinkOpen(ctx: Db, secret: string): Promise<boolean> {
  const open = await ctx.db.select({ hash: setupLinks.hash }).from(setupLinks).where(openLink(secret));
  return open.length > 0 && (await needsSetUp(ctx));
}

const notOpen = () =>
  notFound(
    "setup-link-not-open",
    "This link does not work, or no longer. A restart of the service prints a new one.",
  );

/**
 * Creates the first admin and their producer. Returns the person and the producer's first credentials, which are shown only
 * once.
 * @throws 404 if the link is not open, 409 if people exist by now, 400 for an easily guessed password.
 */
export async function setUp(ctx: Ctx, input: SetUp): Promise<NewProducer & { personId: string }> {
  // Checked before the password is hashed: hashing is expensive and must not be open to every caller.
  if (!(await isSetUpLinkOpen(ctx, input.secret))) throw notOpen();
  const { email, name, locale } = input;
  const passwordHash = await newPasswordHash(input.password, input);
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`lock table ${people} in share row exclusive mode`);
    const used = await ctx.db
      .update(setupLinks)
      .set({ usedAt: new Date() })
      .where(openLink(input.secret))
      .returning({ hash: setupLinks.hash });
    if (used.length === 0) throw notOpen();
    if (!(await needsSetUp(ctx))) throw conflict("set-up-already", "The service is set up already. Sign in.");
    const person = await insertPerson(ctx, {
      email,
      emailProvenAt: new Date(),
      name,
      passwordHash,
      isAdmin: true,
      locale,
    });
    const producer = await openProducer(ctx, input.producerName, Language.safeParse(locale).data ?? "en");
    const membership = { producerId: producer.producerId, personId: person.id, role: "owner" } as const;
    await addMember(ctx, membership);
    await recordMemberAdded(ctx, membership);
    return { personId: person.id, ...producer };
  });
}
