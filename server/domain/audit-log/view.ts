import type { AuditEvent } from "@/db/schema/audit-events";

/** An audit event as pages show it. */
export const auditEventView = ({
  id,
  at,
  action,
  actorType,
  actorName,
  targetKind,
  targetId,
  targetName,
  changes,
}: AuditEvent) => ({
  id,
  at,
  action,
  actor: { type: actorType, name: actorName },
  target: { kind: targetKind, id: targetId, name: targetName },
  changes,
});
