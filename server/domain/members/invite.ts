import { and, count, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/invitations";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { hashOfSecret, newLinkSecret } from "@/server/auth/secrets";
import {
  actorIn,
  type Ctx,
  callingAdmin,
  callingProducer,
  inTransaction,
  notAnAdmin,
} from "@/server/core/ctx";
import { conflict, notFound, producerClosed } from "@/server/core/errors";
import { DAY_MS } from "@/server/core/time";
import { within } from "@/server/core/within";
import { only } from "@/server/data/only";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { publicBaseUrl } from "@/server/platform/env";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { canMail, type Mail, sendMail } from "@/server/platform/mail";
import { invitationMail } from "./invitation-mail";
import { lockMembers, lockMembersAsOwner } from "./named";
import type { AdminsInvitation, NewInvitation } from "./schema";

const VALID_DAYS = 7;
/** Bounded because an invitation can send a mail to any address. */
const MAX_INVITATIONS_PER_DAY = 100;
/** The inviting person waits for the mail server, and receives the link after this time. */
const MAIL_TIMEOUT_MS = 3_000;

/** A new invitation; the link is returned only once. */
export interface Invited {
  invitationId: string;
  /** The link to hand over; null if it was mailed, since a mailed link proves the e-mail. */
  link: string | null;
  expiresAt: Date;
}

async function refuseMember({ db }: Ctx, producerId: string, email: string) {
  const [member] = await db
    .select({ personId: people.id })
    .from(people)
    .innerJoin(memberships, eq(memberships.personId, people.id))
    .where(and(eq(people.email, email), eq(memberships.producerId, producerId)));
  if (member) throw conflict("already-member", `${email} is a member of this producer already.`);
}

async function refuseTooMany({ db }: Ctx, producerId: string) {
  const dayAgo = new Date(Date.now() - DAY_MS);
  const { made } = only(
    await db
      .select({ made: count() })
      .from(invitations)
      .where(and(eq(invitations.producerId, producerId), gt(invitations.createdAt, dayAgo))),
  );
  if (made >= MAX_INVITATIONS_PER_DAY)
    throw tooManyRequests(
      "invitations of this producer",
      `A producer invites at most ${MAX_INVITATIONS_PER_DAY} times a day.`,
      DAY_MS / 1000,
    );
}

/** Revokes the open invitation of the same e-mail: a new link replaces the old one. */
const replaceOpen = ({ db }: Ctx, producerId: string, email: string) =>
  db
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(invitations.producerId, producerId),
        eq(invitations.email, email),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );

/** Mails an invitation. Returns false if delivery is not certain; the link then proves no e-mail. */
async function mailInvitation({ db }: Ctx, invitationId: string, mail: Mail): Promise<boolean> {
  const mailed = await within(MAIL_TIMEOUT_MS, sendMail(mail), "No answer from the mail server").catch(
    (err: unknown) => {
      log.warn({ err }, "invitation mail not sent");
      return false;
    },
  );
  if (canMail && !mailed)
    await db.update(invitations).set({ provesEmail: false }).where(eq(invitations.id, invitationId));
  return mailed;
}

/** @throws 409 if the producer is suspended or closed: a new member could change nothing. */
async function refuseIfSuspended({ db }: Ctx, producerId: string) {
  const isSuspended = and(eq(producers.id, producerId), isNotNull(producers.suspendedAt));
  const [suspended] = await db.select({ closedAt: producers.closedAt }).from(producers).where(isSuspended);
  if (suspended?.closedAt) throw producerClosed(producerId);
  if (suspended)
    throw conflict("invitation-to-suspended", `Producer ${producerId} is suspended. Reactivate it first.`);
}

/** Invites a person to a producer; `lock` checks the caller's permission and locks the members. */
async function inviteTo(
  ctx: Ctx,
  producerId: string,
  { email, role, locale }: NewInvitation,
  lock: (ctx: Ctx) => Promise<unknown>,
): Promise<Invited> {
  const actor = actorIn(ctx);
  const secret = newLinkSecret();
  const link = `${publicBaseUrl}/invite/${secret}`;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + VALID_DAYS * DAY_MS);
  const invitationId = newId();
  const producerName = await inTransaction(ctx, async (ctx) => {
    await lock(ctx);
    await refuseIfSuspended(ctx, producerId);
    await refuseMember(ctx, producerId, email);
    await refuseTooMany(ctx, producerId);
    await replaceOpen(ctx, producerId, email);
    await ctx.db.insert(invitations).values({
      id: invitationId,
      producerId,
      email,
      role,
      hash: hashOfSecret(secret),
      provesEmail: canMail,
      invitedBy: actor.type === "user" ? actor.id : null,
      createdAt,
      expiresAt,
    });
    const changes = [{ path: "/role", to: role }];
    await recordAuditEvent(ctx, "memberInvited", { producerId, id: invitationId, name: email, changes });
    const of = eq(producers.id, producerId);
    return only(await ctx.db.select({ name: producers.name }).from(producers).where(of)).name;
  });
  const mail = invitationMail(locale, { producerName, invitedBy: actor.name, role, link, expiresAt });
  const mailed = await mailInvitation(ctx, invitationId, { to: email, ...mail });
  return { invitationId, link: mailed ? null : link, expiresAt };
}

/**
 * Invites a person to the calling producer by a link that works once within seven days. With a mail server the link
 * is mailed and not returned; if it cannot be mailed, it is returned to the owner.
 * @throws 403 unless the calling person is an owner, 409 for members, 429 beyond 100 invitations a day.
 */
export async function inviteMember(ctx: Ctx, invitation: NewInvitation): Promise<Invited> {
  const { producerId } = callingProducer(ctx);
  return inviteTo(ctx, producerId, invitation, lockMembersAsOwner);
}

/** Keeps the calling admin one until the transaction ends. @throws 403 if they no longer are */
async function lockAdmin(ctx: Ctx): Promise<void> {
  const { type, id } = callingAdmin(ctx).actor;
  if (type !== "user") return;
  const isAdmin = and(eq(people.id, id), eq(people.isAdmin, true), isNull(people.disabledAt));
  const [admin] = await ctx.db.select({ id: people.id }).from(people).where(isAdmin).for("share");
  if (!admin) throw notAnAdmin();
}

/**
 * Invites a person to any producer, for admins: a new producer has no owner who could.
 * @throws 403 if the caller is no longer an admin, 404 without the producer, 409 if it is suspended or closed.
 */
export async function inviteAsAdmin(
  ctx: Ctx,
  { producerId, ...invitation }: AdminsInvitation,
): Promise<Invited> {
  callingAdmin(ctx);
  return inviteTo(ctx, producerId, invitation, async (ctx) => {
    await lockMembers(ctx, producerId);
    await lockAdmin(ctx);
  });
}

/**
 * Sends an open invitation of any producer again, for admins. A new link, valid for seven days, replaces the previous one.
 * @throws 404 unless the invitation is open; otherwise as `inviteAsAdmin`.
 */
export async function resendInvitation(
  ctx: Ctx,
  { invitationId, locale }: { invitationId: string } & Pick<NewInvitation, "locale">,
): Promise<Invited & { email: string }> {
  callingAdmin(ctx);
  const [open] = await ctx.db
    .select({ producerId: invitations.producerId, email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(
      and(eq(invitations.id, invitationId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    );
  if (!open) throw notFound("invitation-not-found", `There is no open invitation ${invitationId}.`);
  return { ...(await inviteAsAdmin(ctx, { ...open, locale })), email: open.email };
}
