import { and, desc, eq, isNull } from "drizzle-orm";
import { type AuditEvent, auditEvents } from "@/db/schema/audit-events";
import type { Ctx } from "@/server/core/ctx";

/** The author and time of a target's newest change; null if unknown. */
export interface LastChange {
  by: string | null;
  at: Date | null;
}

const MAX_EVENTS_READ = 500;

/** Finds a target's newest change among the newest audit events of its kind. */
export async function lastChangeOf(
  { db }: Pick<Ctx, "db">,
  {
    producerId,
    kind,
    id,
    changes,
  }: {
    producerId: string | null;
    kind: AuditEvent["targetKind"];
    id: string;
    changes: AuditEvent["action"];
  },
): Promise<LastChange> {
  const of = producerId === null ? isNull(auditEvents.producerId) : eq(auditEvents.producerId, producerId);
  const newest = db
    .select({
      by: auditEvents.actorName,
      at: auditEvents.at,
      targetId: auditEvents.targetId,
      action: auditEvents.action,
      id: auditEvents.id,
    })
    .from(auditEvents)
    .where(and(of, eq(auditEvents.targetKind, kind)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(MAX_EVENTS_READ)
    .as("newest");
  const [last] = await db
    .select({ by: newest.by, at: newest.at })
    .from(newest)
    .where(and(eq(newest.targetId, id), eq(newest.action, changes)))
    .orderBy(desc(newest.at), desc(newest.id))
    .limit(1);
  return last ?? { by: null, at: null };
}
