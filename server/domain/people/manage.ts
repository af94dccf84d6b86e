import { and, asc, eq, isNull } from "drizzle-orm";
import type { AuditEventName } from "@/db/schema/audit-events";
import { type Person, people } from "@/db/schema/people";
import { type Ctx, callingAdmin, inTransaction, notAnAdmin } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { revokeInvitationsOfAdmin } from "@/server/domain/members/revoke-invitations-of";
import { disable, enable } from "./disable";
import { personOf } from "./named";
import { signOutEverywhere } from "./sign-out-everywhere";

/**
 * Changes a person as an admin, and records an audit event. The admins are locked in one order first, so that two admins
 * who demote each other run one after the other.
 * @throws 403 if the caller is no longer an admin once they are locked
 */
export async function manage(
  ctx: Ctx,
  personId: string,
  action: AuditEventName,
  change: (ctx: Ctx, person: Person, activeAdmins: string[]) => Promise<boolean>,
): Promise<void> {
  const { actor } = callingAdmin(ctx);
  await inTransaction(ctx, async (ctx) => {
    const admins = await ctx.db
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.isAdmin, true), isNull(people.disabledAt)))
      .orderBy(asc(people.id))
      .for("no key update");
    if (actor.type === "user" && admins.every(({ id }) => id !== actor.id)) throw notAnAdmin();
    const person = await personOf(ctx, personId);
    const isChanged = await change(
      ctx,
      person,
      admins.map(({ id }) => id),
    );
    if (isChanged)
      await recordAuditEvent(ctx, action, { producerId: null, id: person.id, name: person.name });
  });
}

/** @throws 409 if the person is the only active admin. */
function refuseIfLastAdmin(personId: string, activeAdmins: string[]): void {
  if (activeAdmins.every((id) => id === personId))
    throw conflict("last-admin", "The service keeps at least one admin. Make another person an admin first.");
}

const setAdmin = (ctx: Ctx, personId: string, isAdmin: boolean) =>
  ctx.db.update(people).set({ isAdmin, updatedAt: new Date() }).where(eq(people.id, personId));

/**
 * Makes a person an admin of the service.
 * @throws 404 without the person, 409 if they are disabled or their e-mail is unproven: it may belong to another person.
 */
export const makeAdmin = (ctx: Ctx, personId: string): Promise<void> =>
  manage(ctx, personId, "personMadeAdmin", async (ctx, { isAdmin, disabledAt, emailProvenAt }) => {
    if (disabledAt) throw conflict("person-disabled", "This person is disabled. Enable them first.");
    if (!emailProvenAt) throw conflict("email-not-proven", "Nothing has proven that the e-mail is theirs.");
    if (isAdmin) return false;
    await setAdmin(ctx, personId, true);
    return true;
  });

/**
 * Removes a person's admin rights, and revokes the open invitations that they made with them.
 * @throws 404 without the person, 409 for the last admin.
 */
export const unmakeAdmin = (ctx: Ctx, personId: string): Promise<void> =>
  manage(ctx, personId, "personUnmadeAdmin", async (ctx, { isAdmin }, activeAdmins) => {
    if (!isAdmin) return false;
    refuseIfLastAdmin(personId, activeAdmins);
    await setAdmin(ctx, personId, false);
    await revokeInvitationsOfAdmin(ctx, personId);
    return true;
  });

/**
 * Disables a person: their sessions end, sign-ins are refused, and their open invitations are revoked.
 * @throws 404 without the person, 409 for the last admin and for the calling admin.
 */
export const disableAsAdmin = (ctx: Ctx, personId: string): Promise<void> =>
  manage(ctx, personId, "personDisabled", async (ctx, { isAdmin, disabledAt }, activeAdmins) => {
    if (disabledAt) return false;
    if (isAdmin) refuseIfLastAdmin(personId, activeAdmins);
    if (callingAdmin(ctx).actor.id === personId)
      throw conflict("own-account", "You cannot disable yourself. Ask another admin.");
    await disable(ctx, personId);
    return true;
  });

/**
 * Enables a disabled person, who has to sign in again.
 * @throws 404 without the person.
 */
export const enableAsAdmin = (ctx: Ctx, personId: string): Promise<void> =>
  manage(ctx, personId, "personEnabled", async (ctx, { disabledAt }) => {
    if (!disabledAt) return false;
    await enable(ctx, personId);
    return true;
  });

/**
 * Ends all sessions of a person.
 * @throws 404 without the person.
 */
export const signOutAsAdmin = (ctx: Ctx, personId: string): Promise<void> =>
  manage(ctx, personId, "personSignedOut", async (ctx) => {
    await signOutEverywhere(ctx, personId);
    return true;
  });
