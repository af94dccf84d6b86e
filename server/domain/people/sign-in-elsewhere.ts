import { and, eq, gt, isNull, or } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { type Person, people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { forbidden } from "@/server/core/errors";
import { forgetFactors } from "@/server/domain/factors/forget";
import { insertPerson } from "./create";
import { type NewSession, startSession } from "./sign-in";

type Db = Pick<Ctx, "db">;

const isInvited = async (ctx: Db, email: string) =>
  (
    await ctx.db
      .select({ id: invitations.id })
      .from(invitations)
      .where(
        and(
          eq(invitations.email, email),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
          gt(invitations.expiresAt, new Date()),
        ),
      )
      .limit(1)
  ).length > 0;

/** A person's identity at an identity provider, which vouches for the e-mail. */
interface Vouched {
  issuer: string;
  subject: string;
  email: string;
  name: string;
}

/**
 * Links a person to their provider identity, which identifies them from now on: the e-mail may pass to another person. If
 * the e-mail was unproven, the account may be an impostor's, so its password and sessions end.
 */
async function keepIdentity({ db }: Db, person: Person, { issuer, subject }: Vouched): Promise<void> {
  const isProven = person.emailProvenAt !== null;
  if (!isProven) await forgetFactors({ db }, person.id);
  await db
    .update(people)
    .set({
      oidcIssuer: issuer,
      oidcSubject: subject,
      updatedAt: new Date(),
      ...(isProven
        ? {}
        : { emailProvenAt: new Date(), passwordHash: null, sessionVersion: person.sessionVersion + 1 }),
    })
    .where(eq(people.id, person.id));
}

const isKnownAs = ({ oidcIssuer, oidcSubject }: Person, issuer: string, subject: string) =>
  oidcIssuer === issuer && oidcSubject === subject;

/** The person with the identity, even if their e-mail has changed; otherwise the person with the e-mail. Locks the rows. */
async function vouchedPerson({ db }: Db, { issuer, subject, email }: Vouched) {
  const found = await db
    .select()
    .from(people)
    .where(or(and(eq(people.oidcIssuer, issuer), eq(people.oidcSubject, subject)), eq(people.email, email)))
    .orderBy(people.id)
    .for("update");
  return found.find((person) => isKnownAs(person, issuer, subject)) ?? found[0];
}

/**
 * Signs in a person whose e-mail an identity provider vouches for. An unknown person needs an open invitation, and gets an
 * account without a password.
 * @throws 403 without an account or invitation, for disabled people, and if the account belongs to another identity.
 */
export async function signInElsewhere(ctx: Db, vouched: Vouched): Promise<NewSession> {
  const { issuer, subject, email, name } = vouched;
  const refused = () => forbidden("sign-in-refused", `No person with the e-mail ${email} may sign in here.`);
  return ctx.db.transaction(async (db) => {
    const known = await vouchedPerson({ db }, vouched);
    if (known) {
      const isNew = known.oidcSubject === null;
      if (known.isDemoVisitor || known.disabledAt || !(isNew || isKnownAs(known, issuer, subject)))
        throw refused();
      if (isNew) await keepIdentity({ db }, known, vouched);
      return startSession({ db }, known.id);
    }
    if (!(await isInvited({ db }, email))) throw refused();
    const { id } = await insertPerson(
      { db },
      {
        email,
        emailProvenAt: new Date(),
        name,
        passwordHash: null,
        oidcIssuer: issuer,
        oidcSubject: subject,
        isAdmin: false,
        locale: null,
      },
    );
    return startSession({ db }, id);
  });
}
