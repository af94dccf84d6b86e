import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import type { Role } from "@/db/schema/memberships";
import { type Person, people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { hashOfSecret } from "@/server/auth/secrets";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, forbidden, notFound, producerSuspended } from "@/server/core/errors";
import { recordMemberAuditEvent } from "@/server/domain/audit-log/record";
import { forgetFactors } from "@/server/domain/factors/forget";
import { insertPerson, newPasswordHash } from "@/server/domain/people/create";
import { activePerson } from "@/server/domain/people/named";
import { voidOneTimeSecrets } from "@/server/domain/people/one-time-secrets";
import { addMember } from "./add";
import { lockMembers } from "./named";
import type { Acceptance } from "./schema";

/** An open invitation as its page shows it. */
export interface OpenInvitation {
  producerId: string;
  producerName: string;
  email: string;
  role: Role;
  expiresAt: Date;
  /** Whether the invited person signs in to accept; otherwise they choose a password. */
  isKnown: boolean;
}

const notOpen = () =>
  notFound("invitation-not-open", "This invitation does not work, or no longer. Ask for a new one.");

const openOf = (secret: string) =>
  and(
    eq(invitations.hash, hashOfSecret(secret)),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, new Date()),
  );

/**
 * An active account whose e-mail is unproven. A link that proves the e-mail replaces its password: a different person may
 * have chosen that password with a link that proved nothing.
 */
const isUnproven = and(isNull(people.emailProvenAt), isNull(people.disabledAt));

async function openInvitation({ db }: Pick<Ctx, "db">, secret: string) {
  const [found] = await db
    .select({
      producerId: invitations.producerId,
      producerName: producers.name,
      email: invitations.email,
      role: invitations.role,
      expiresAt: invitations.expiresAt,
      provesEmail: invitations.provesEmail,
      isKnown: sql<boolean>`${people.id} is not null and not (${invitations.provesEmail} and ${isUnproven})`,
    })
    .from(invitations)
    .innerJoin(producers, eq(producers.id, invitations.producerId))
    .leftJoin(people, eq(people.email, invitations.email))
    .where(openOf(secret));
  if (!found) throw notOpen();
  return found;
}

/**
 * Reads the invitation of a link.
 * @throws 404 if it is unknown, accepted, revoked or expired.
 */
export async function readInvitation(ctx: Pick<Ctx, "db">, secret: string): Promise<OpenInvitation> {
  const { provesEmail, ...invitation } = await openInvitation(ctx, secret);
  return invitation;
}

/** @throws 403 while the producer is suspended; its invitations stay open. */
async function refuseWhileSuspended({ db }: Ctx, producerId: string) {
  const isSuspended = and(eq(producers.id, producerId), isNotNull(producers.suspendedAt));
  const [suspended] = await db.select({ id: producers.id }).from(producers).where(isSuspended);
  if (suspended) throw producerSuspended();
}

/** Marks the invitation as accepted and creates its membership; works once. */
async function join(ctx: Ctx, secret: string, personId: string): Promise<{ producerId: string }> {
  const [accepted] = await ctx.db
    .update(invitations)
    .set({ acceptedAt: new Date() })
    .where(openOf(secret))
    .returning({ producerId: invitations.producerId, role: invitations.role });
  if (!accepted) throw notOpen();
  await refuseWhileSuspended(ctx, accepted.producerId);
  await addMember(ctx, { ...accepted, personId });
  await recordMemberAuditEvent(ctx, "memberJoined", { producerId: accepted.producerId, personId });
  return { producerId: accepted.producerId };
}

type Newcomer = Pick<Person, "email" | "emailProvenAt" | "name" | "passwordHash" | "locale">;

/**
 * Hands an unproven account to the person who proved its e-mail, and ends its sessions. Returns undefined without such an
 * account.
 */
async function takeOver({ db }: Pick<Ctx, "db">, { email, ...fields }: Newcomer) {
  const [person] = await db
    .update(people)
    .set({ ...fields, sessionVersion: sql`${people.sessionVersion} + 1`, updatedAt: new Date() })
    .where(and(eq(people.email, email), isUnproven))
    .returning();
  if (!person) return undefined;
  await forgetFactors({ db }, person.id);
  await voidOneTimeSecrets({ db }, "password", person.id);
  return person;
}

/**
 * Accepts an invitation as a new person, who can sign in with the password from then on.
 * @throws 404 if the invitation is not open, 409 if the e-mail is in use, 400 for an easily guessed password, 403 while the
 * producer is suspended.
 */
export async function acceptInvitation(
  ctx: Ctx,
  { secret, name, password, locale }: Acceptance,
): Promise<{ personId: string; producerId: string; email: string }> {
  const { email, isKnown, provesEmail, producerId } = await openInvitation(ctx, secret);
  if (isKnown)
    throw conflict("sign-in-first", `An account with the e-mail ${email} already exists. Sign in to accept.`);
  const passwordHash = await newPasswordHash(password, { email, name });
  const newcomer = { email, emailProvenAt: provesEmail ? new Date() : null, name, passwordHash, locale };
  return inTransaction(ctx, async (ctx) => {
    await lockMembers(ctx, producerId);
    const person =
      (provesEmail && (await takeOver(ctx, newcomer))) ||
      (await insertPerson(ctx, { ...newcomer, isAdmin: false }));
    return { personId: person.id, email, ...(await join(ctx, secret, person.id)) };
  });
}

/** A mailed link is shown only in the mail, so its use proves the e-mail. */
const proveEmail = ({ db }: Pick<Ctx, "db">, personId: string) =>
  db
    .update(people)
    .set({ emailProvenAt: new Date(), updatedAt: new Date() })
    .where(and(eq(people.id, personId), isUnproven));

/**
 * Accepts an invitation as the signed-in person; a mailed link proves their e-mail.
 * @throws 404 if the invitation is not open, 403 if it is for another e-mail or the producer is suspended.
 */
export async function acceptInvitationAs(
  ctx: Ctx,
  personId: string,
  secret: string,
): Promise<{ producerId: string }> {
  const { email, provesEmail, producerId } = await openInvitation(ctx, secret);
  const person = await activePerson(ctx, personId);
  if (person.email !== email) {
    throw forbidden(
      "invitation-of-another",
      `The invitation is for ${email}, and you are signed in as ${person.email}.`,
    );
  }
  return inTransaction(ctx, async (ctx) => {
    await lockMembers(ctx, producerId);
    const joined = await join(ctx, secret, personId);
    if (provesEmail) await proveEmail(ctx, personId);
    return joined;
  });
}
