import { eq, sql } from "drizzle-orm";
import { type AuditEventName, auditEvents, KIND_OF } from "@/db/schema/audit-events";
import type { Change } from "@/db/schema/history";
import type { Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import type { Actor } from "@/server/core/caller";
import { actorIn, type Ctx } from "@/server/core/ctx";
import { emitAuditEvents } from "@/server/events/emit-audit-events";
import { traceparentOf } from "@/server/platform/traces";

/** The target of an audit event, by id and by its name. */
interface Target {
  producerId: string | null;
  id: string;
  name: string | null;
  changes?: Change[];
  /** The actor, if it is not the caller. */
  by?: Actor | undefined;
}

const MAX_NAME_CHARACTERS = 300;
const MAX_CHANGES = 50;
const MAX_VALUE_CHARACTERS = 400;

/** Drops long values: only the fact that they changed is stored. */
const shortened = ({ path, from, to }: Change): Change =>
  JSON.stringify([from, to]).length > MAX_VALUE_CHARACTERS
    ? { path }
    : { path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };

/** Records an action of the caller on each target, in the transaction that performs it, and emits `auditEventRecorded`. */
export async function recordAuditEvents(ctx: Ctx, action: AuditEventName, targets: Target[]): Promise<void> {
  if (targets.length === 0) return;
  const at = new Date();
  const values = targets.map(({ producerId, id, name, changes = [], by }) => {
    const actor = by ?? actorIn(ctx);
    return {
      producerId,
      at,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      action,
      targetKind: KIND_OF[action],
      targetId: id,
      targetName: name === null ? null : name.slice(0, MAX_NAME_CHARACTERS).toWellFormed(),
      changes: changes.slice(0, MAX_CHANGES).map(shortened),
      requestId: ctx.requestId,
    };
  });
  const recorded = ctx.db.insert(auditEvents).values(values).returning();
  await ctx.db.execute(sql`with recorded as ${recorded} ${emitAuditEvents(traceparentOf(ctx.requestId))}`);
}

/** Records an action of the caller on one target, like `recordAuditEvents`. */
export const recordAuditEvent = (ctx: Ctx, action: AuditEventName, target: Target): Promise<void> =>
  recordAuditEvents(ctx, action, [target]);

/** Records an action on a member. A person who joins is the actor, because they may have no session yet. */
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

/** Records that a person became a member without an invitation: by a command, the set-up or requested demo data. */
export const recordMemberAdded = (
  ctx: Ctx,
  { role, ...member }: { producerId: string; personId: string; role: Role },
): Promise<void> =>
  recordMemberAuditEvent(ctx, "memberAdded", { ...member, changes: [{ path: "/role", to: role }] });
