import type { z } from "zod";
import type { AuditEvent } from "@/db/schema/audit-events";
import type { ShownAuditEvent } from "@/db/schema/events";
import { jsonObject } from "@/server/data/json-text";
import type { AuditEventAsText } from "./feed";
import type { AuditEventEnvelope } from "./schema";

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

const fieldsOf = (event: Omit<ShownAuditEvent, "changes">) => ({
  action: event.action,
  timestamp: event.at.getTime(),
  requestId: event.requestId,
  actor: { type: event.actorType, id: event.actorId, name: event.actorName },
  target: {
    kind: event.targetKind,
    id: event.targetId,
    ...(event.targetName === null ? {} : { name: event.targetName }),
  },
});

/** An audit event as `{id, data}`. */
export const auditEventEnvelope = (event: ShownAuditEvent): z.input<typeof AuditEventEnvelope> => ({
  id: String(event.id),
  data: { ...fieldsOf(event), changes: event.changes },
});

/** The same as JSON text: passes on the changes as the database returns them. */
export const auditEventJson = ({ changes, ...event }: AuditEventAsText): string =>
  jsonObject({ id: JSON.stringify(String(event.id)), data: jsonObject({ changes }, fieldsOf(event)) });
