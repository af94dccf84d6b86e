import { and, desc, eq, isNull } from "drizzle-orm";
import { type AuditEvent, auditEvents } from "@/db/schema/audit-events";
import type { Ctx } from "@/server/core/ctx";

/** Who made the newest change of something, and when; null where that is not known. */
export interface LastChange {
  by: string | null;
  at: Date | null;
}

const MAX_WALKED = 500;

/** The newest change of something among the newest acts on things of its kind. */
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
    .limit(MAX_WALKED)
    .as("newest");
  const [last] = await db
    .select({ by: newest.by, at: newest.at })
    .from(newest)
    .where(and(eq(newest.targetId, id), eq(newest.action, changes)))
    .orderBy(desc(newest.at), desc(newest.id))
    .limit(1);
  return last ?? { by: null, at: null };
}
