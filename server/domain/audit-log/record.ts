import { eq } from "drizzle-orm";
import { type AuditEventName, auditEvents, KIND_OF } from "@/db/schema/audit-events";
import type { Change } from "@/db/schema/history";
import type { Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import type { Actor } from "@/server/core/caller";
import { actorIn, type Ctx } from "@/server/core/ctx";

/** What something was done to: by its id, and by what people call it. */
interface Target {
  producerId: string | null;
  id: string;
  name: string | null;
  changes?: Change[];
  /** Who did it, where that is not the caller. */
  by?: Actor | undefined;
}

const MAX_NAME_CHARACTERS = 300;
const MAX_CHANGES = 50;
const MAX_VALUE_CHARACTERS = 400;

/** Of what is long, only that it changed is kept. */
const small = ({ path, from, to }: Change): Change =>
  JSON.stringify([from, to]).length > MAX_VALUE_CHARACTERS
    ? { path }
    : { path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };

/** Keeps that the caller does something, in the transaction that does it. */
export async function recordAuditEvent(
  ctx: Ctx,
  action: AuditEventName,
  { producerId, id, name, changes = [], by }: Target,
): Promise<void> {
  const actor = by ?? actorIn(ctx);
  await ctx.db.insert(auditEvents).values({
    producerId,
    at: new Date(),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    action,
    targetKind: KIND_OF[action],
    targetId: id,
    targetName: name === null ? null : name.slice(0, MAX_NAME_CHARACTERS).toWellFormed(),
    changes: changes.slice(0, MAX_CHANGES).map(small),
    requestId: ctx.requestId,
  });
}

/** The same of a member. Whoever joins does it themselves, and may have no session yet. */
export async function recordMemberAuditEvent(
  ctx: Ctx,
  action: AuditEventName,
  { producerId, personId, changes = [] }: { producerId: string; personId: string; changes?: Change[] },
): Promise<void> {
  const [person] = await ctx.db.select({ name: people.name }).from(people).where(eq(people.id, personId));
  const name = person?.name ?? null;
  const by: Actor | undefined =
    action === "memberJoined" ? { type: "user", id: personId, name: name ?? "" } : undefined;
  await recordAuditEvent(ctx, action, { producerId, id: personId, name, changes, by });
}

/** That somebody was made a member without an invitation: by a command, the set-up, or a demo that was asked for. */
export const recordMemberAdded = (
  ctx: Ctx,
  { role, ...member }: { producerId: string; personId: string; role: Role },
): Promise<void> =>
  recordMemberAuditEvent(ctx, "memberAdded", { ...member, changes: [{ path: "/role", to: role }] });
