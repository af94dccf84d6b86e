import { and, eq, isNull, type SQL } from "drizzle-orm";
import { type AuditEvent, auditEvents } from "@/db/schema/audit-events";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Lead, type Listed, readKeyset } from "@/server/data/keyset";
import type { AuditFilter, ServiceAuditFilter } from "./schema";

/** Lists the audit log of the calling producer, newest first; each filter has an index of its own. */
export function listAuditEvents(
  ctx: Ctx,
  { kind, target }: AuditFilter,
  page: KeysetPage,
): Promise<Listed<AuditEvent>> {
  const own = eq(auditEvents.producerId, callingProducer(ctx).producerId);
  if (!target) return read(ctx, own, kind && { column: auditEvents.targetKind, value: kind }, page);
  const ofKind = kind && eq(auditEvents.targetKind, kind);
  return read(ctx, and(own, ofKind), { column: auditEvents.targetId, value: target }, page);
}

/** Lists audit events of the service as a whole, of one kind, for admins, newest first. */
export function listServiceAuditEvents(
  ctx: Ctx,
  { kind }: ServiceAuditFilter,
  page: KeysetPage,
): Promise<Listed<AuditEvent>> {
  callingAdmin(ctx);
  return read(ctx, isNull(auditEvents.producerId), { column: auditEvents.targetKind, value: kind }, page);
}

function read(
  ctx: Ctx,
  which: SQL | undefined,
  lead: Lead | undefined,
  page: KeysetPage,
): Promise<Listed<AuditEvent>> {
  return readKeyset<AuditEvent>(ctx, page, (ctx) => ({
    time: auditEvents.at,
    id: auditEvents.id,
    lead,
    keyOf: ({ at, id }) => ({ at, id: String(id) }),
    read: (range, order, limit) =>
      ctx.db
        .select()
        .from(auditEvents)
        .where(and(which, range))
        .orderBy(...order)
        .limit(limit),
  }));
}
