import type { HookInJson, Snapshot } from "@/db/schema/events";
import type { Viewer } from "@/server/core/caller";
import { alertEnvelope } from "@/server/domain/alerts/envelope";
import { auditEventEnvelope } from "@/server/domain/audit-log/view";
import { caseEnvelope } from "@/server/domain/cases/envelope";
import { contentView } from "@/server/domain/contents/view";
import { groupView } from "@/server/domain/groups/view";
import { itemView } from "@/server/domain/items/view";
import { ownedScanView } from "@/server/domain/scans/view";
import type { EventName } from "@/server/events/catalogue";
import { hookView } from "./hooks/view";
import { alertOf, auditEventOf, caseOf, contentOf, groupOf, hookOf, itemOf, scanOf } from "./rows";

type Entity = "content" | "identifier" | "group" | "scan" | "item" | "alert" | "auditEvent" | "case";

/** The entities of an event's body, as the specification's Events part lists them, and those of extension events. */
export const ENTITIES: Record<EventName, readonly Entity[]> = {
  contentCreated: ["content"],
  contentDeleted: ["content"],
  groupCreated: ["group"],
  groupDeleted: ["group"],
  groupModified: ["group"],
  itemAddedToGroup: ["identifier", "group"],
  itemCreated: ["identifier", "group"],
  itemDeleted: ["identifier", "group"],
  itemDeletedFromGroup: ["identifier", "group"],
  itemInvalidated: ["identifier", "group"],
  itemModified: ["identifier", "group"],
  itemScanned: ["scan", "item"],
  alertOpened: ["alert"],
  alertResolved: ["alert"],
  auditEventRecorded: ["auditEvent"],
  caseChanged: ["case"],
};

/** An event for one webhook, as the database stores it. */
export interface ToldEvent {
  type: EventName;
  snapshot: Snapshot;
  hook: HookInJson;
}

/** The body of a webhook call, as the specification shows it. Equal rows give equal bytes. */
export function bodyOf({ type, snapshot, hook }: ToldEvent): string {
  const { producer, item, group, scan, content, alert, auditEvent, case: changed } = snapshot;
  const seenBy: Viewer = { kind: "producer", producerId: producer.id };
  const identifier = item ? itemView(itemOf(item), seenBy) : {};
  const entities = {
    identifier,
    item: identifier,
    group: group ? groupView(groupOf(group), seenBy) : {},
    scan: scan ? ownedScanView(scanOf(scan)) : {},
    content: content ? contentView(contentOf(content)) : {},
    alert: alert ? alertEnvelope(alertOf(alert), producer.id) : {},
    case: changed ? caseEnvelope(caseOf(changed), producer.id) : {},
    auditEvent: auditEvent ? auditEventEnvelope(auditEventOf(auditEvent)) : {},
  };
  return JSON.stringify({
    event: { type },
    producer: { id: producer.id, data: { name: producer.name } },
    hook: hookView(hookOf(hook)),
    ...Object.fromEntries(ENTITIES[type].map((name) => [name, entities[name]])),
  });
}
