import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Person, people } from "@/db/schema/people";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { mailAboutFactor } from "@/server/domain/factors/factor-mail";
import { forgetFactors } from "@/server/domain/factors/forget";
import { factorsOf } from "@/server/domain/factors/prove";
import { afterAnswer } from "@/server/platform/after-answer";
import { env, publicBaseUrl } from "@/server/platform/env";
import { canMail, sendMail } from "@/server/platform/mail";
import { newPasswordHash } from "./create";
import { manage } from "./manage";
import { hasOnlyProvider, isAccount } from "./named";
import {
  createOneTimeSecret,
  readOneTimeSecret,
  takeOneTimeSecret,
  voidOneTimeSecrets,
} from "./one-time-secrets";
import { noPasswordMail, passwordChangedMail, passwordLinkMail } from "./password-mail";
import { Language, type NewPasswordByLink } from "./schema";
import { countLinkRequest, forgetAttempts, mayMailLink } from "./sign-in-attempts";

type Db = Pick<Ctx, "db">;

const VALID_MS = 3_600_000;
const LOGIN = `${publicBaseUrl}/login`;
const FORGOT = `${publicBaseUrl}/forgot-password`;

/** Only a mailed link proves that its e-mail is the person's; any other names the admin who made it. */
const Link = z.object({ provesEmail: z.boolean(), madeBy: z.string().nullable().default(null) });
type Link = z.output<typeof Link>;

const localeOf = ({ locale }: Pick<Person, "locale">, otherwise: Language = "en"): Language =>
  Language.safeParse(locale).data ?? otherwise;

async function createLink(ctx: Db, personId: string, madeBy: string | null) {
  const { secret, expiresAt } = await createOneTimeSecret(ctx, {
    purpose: "password",
    personId,
    data: { provesEmail: madeBy === null, madeBy },
    validMs: VALID_MS,
  });
  return { link: `${publicBaseUrl}/reset-password/${secret}`, expiresAt };
}

async function mailLink(ctx: Db, email: string, pageLocale: Language): Promise<void> {
  if (!(await mayMailLink(ctx, email))) return;
  const [person] = await ctx.db
    .select()
    .from(people)
    .where(and(eq(people.email, email), isNull(people.disabledAt), isAccount));
  if (!person) return;
  const locale = localeOf(person, pageLocale);
  const mail = hasOnlyProvider(person)
    ? noPasswordMail(locale, env.OIDC_NAME, LOGIN)
    : passwordLinkMail(locale, (await createLink(ctx, person.id, null)).link);
  await sendMail({ to: email, ...mail });
}

/**
 * Mails a link that sets a new password, if an active account has the e-mail. The search and the mail follow the answer, so
 * that neither the answer nor its time tells whether the account exists. A fourth link in 15 minutes is not mailed.
 * @throws 409 without a mail server, 429 beyond 20 requests of a network in 15 minutes.
 */
export async function requestPasswordLink(
  ctx: Db,
  { email, locale }: { email: string; locale: Language },
  network: string | undefined,
): Promise<void> {
  if (!canMail) throw conflict("no-mail-server", "The service sends no e-mails. Ask an admin for a link.");
  await countLinkRequest(ctx, network);
  afterAnswer("mailing a password link", () => mailLink(ctx, email, locale));
}

/**
 * Creates a link that sets a person's password, for admins to hand over. It is returned only once, proves no e-mail, and works
 * only while the calling person is an admin.
 * @throws 404 without the person, 409 if they are disabled or sign in at an identity provider alone.
 */
export async function createPasswordLink(
  ctx: Ctx,
  personId: string,
): Promise<{ link: string; expiresAt: Date }> {
  let made: { link: string; expiresAt: Date } | undefined;
  await manage(ctx, personId, "passwordLinkCreated", async (ctx, person) => {
    if (person.disabledAt) throw conflict("person-disabled", "This person is disabled. Enable them first.");
    if (hasOnlyProvider(person))
      throw conflict(
        "signs-in-elsewhere",
        "This person signs in at the identity provider, without a password.",
      );
    made = await createLink(ctx, personId, callingAdmin(ctx).actor.id);
    return true;
  });
  if (!made) throw new Error("No link was created.");
  return made;
}

const notOpen = () =>
  notFound("password-link-not-open", "This link does not work, or no longer. Ask for a new one.");

/** Whether a link still counts: one that an admin made does only while that person is an admin. */
async function isTrusted({ db }: Db, { madeBy }: Link): Promise<boolean> {
  if (madeBy === null) return true;
  const isMaker = and(eq(people.id, madeBy), eq(people.isAdmin, true), isNull(people.disabledAt));
  return (await db.$count(people, isMaker)) > 0;
}

async function personOfLink(
  { db }: Db,
  link: Awaited<ReturnType<typeof readOneTimeSecret>>,
): Promise<Person> {
  const [person] = link?.personId
    ? await db
        .select()
        .from(people)
        .where(and(eq(people.id, link.personId), isNull(people.disabledAt)))
    : [];
  if (!person || hasOnlyProvider(person) || !(await isTrusted({ db }, Link.parse(link?.data))))
    throw notOpen();
  return person;
}

/**
 * The person whose password a link sets.
 * @throws 404 if the link is unknown, used or expired.
 */
export async function readPasswordLink(ctx: Db, secret: string): Promise<{ email: string; name: string }> {
  const { email, name } = await personOfLink(ctx, await readOneTimeSecret(ctx, "password", secret));
  return { email, name };
}

/** Tells a person by mail, after the answer, that their password was changed. */
export function mailPasswordChanged(person: Pick<Person, "email" | "locale">): void {
  if (!canMail) return;
  afterAnswer("mailing about a changed password", () =>
    sendMail({ to: person.email, ...passwordChangedMail(localeOf(person), FORGOT) }),
  );
}

async function lockPerson({ db }: Db, personId: string | null | undefined): Promise<void> {
  if (personId) await db.select({ id: people.id }).from(people).where(eq(people.id, personId)).for("update");
}

/**
 * Sets the password of a link's person, ends all their sessions and voids their other links; the person learns of it by mail.
 * @throws 404 if the link is unknown, used or expired, 400 for an easily guessed password.
 */
export async function setPasswordByLink(
  ctx: Ctx,
  { secret, password }: NewPasswordByLink,
  network: string | undefined,
): Promise<void> {
  // Checked before the password is hashed: hashing is expensive and must not be open to every caller.
  const owner = await readPasswordLink(ctx, secret);
  const passwordHash = await newPasswordHash(password, owner);
  const person = await inTransaction(ctx, async (ctx) => {
    // The person first: calls with other links of theirs wait here, and not for each other's links.
    await lockPerson(ctx, (await readOneTimeSecret(ctx, "password", secret))?.personId);
    const link = await takeOneTimeSecret(ctx, "password", secret);
    const person = await personOfLink(ctx, link);
    const proven = Link.parse(link?.data).provesEmail ? new Date() : null;
    await ctx.db
      .update(people)
      .set({
        passwordHash,
        emailProvenAt: person.emailProvenAt ?? proven,
        sessionVersion: sql`${people.sessionVersion} + 1`,
        updatedAt: new Date(),
      })
      .where(eq(people.id, person.id));
    // Without a proof before, another person may have set the account up.
    const mustForget = person.emailProvenAt === null && proven !== null;
    const hadFactors = mustForget && (await factorsOf(ctx, person.id)).length > 0;
    if (mustForget) await forgetFactors(ctx, person.id);
    await voidOneTimeSecrets(ctx, "password", person.id);
    await forgetAttempts(ctx, person.email, network);
    const { id, name } = person;
    const about = { producerId: null, id, name, by: { type: "user", id, name } } as const;
    await recordAuditEvent(ctx, "passwordSetByLink", about);
    if (hadFactors) await recordAuditEvent(ctx, "factorsRemoved", about);
    return { ...person, hadFactors };
  });
  mailPasswordChanged(person);
  if (person.hadFactors) mailAboutFactor(person, "factorsRemoved");
}
