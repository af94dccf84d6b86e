import { z } from "zod";
import type { AUDIT_EVENT_KINDS } from "@/db/schema/audit-events";

/** What something of a producer can be done to: the table's own words, without the table, which browsers need not load. */
export const KINDS = [
  "token",
  "member",
  "hook",
  "group",
  "content",
  "alertRule",
  "producer",
  "look",
  "personalData",
] as const satisfies readonly (typeof AUDIT_EVENT_KINDS)[number][];

/** An id of the service. */
export const Guid = z.guid();

/** What the audit log can be narrowed to: a kind of target, or one target by its id. */
export const AuditFilter = z.object({ kind: z.enum(KINDS).optional(), target: Guid.optional() });
export type AuditFilter = z.output<typeof AuditFilter>;

/** What something of the service as a whole can be done to. */
export const ServiceAuditFilter = z.object({ kind: z.enum(["phoneRule", "person"]) });
export type ServiceAuditFilter = z.output<typeof ServiceAuditFilter>;
