import type { AuditEvent } from "@/db/schema/audit-events";
import type { Ctx } from "@/server/core/ctx";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import type { AuditFilter } from "@/server/domain/audit-log/schema";
import { openKeyset } from "./pages";
import { type Columns, type ExportTable, fixedTable, iso, json } from "./table";

const COLUMNS: Columns<AuditEvent> = {
  id: ({ id }) => id,
  at: ({ at }) => iso(at),
  action: ({ action }) => action,
  actorType: ({ actorType }) => actorType,
  actor: ({ actorName }) => actorName,
  targetKind: ({ targetKind }) => targetKind,
  targetId: ({ targetId }) => targetId,
  target: ({ targetName }) => targetName,
  changes: ({ changes }) => (changes.length > 0 ? json(changes) : null),
};

/** The caller's audit events that match a filter, newest first, as a table. */
export async function auditLogTable(ctx: Ctx, filter: AuditFilter): Promise<ExportTable> {
  const pages = await openKeyset("number", (page) => listAuditEvents(ctx, filter, page));
  return fixedTable(pages, COLUMNS, (pages) => pages);
}
