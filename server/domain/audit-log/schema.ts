import { z } from "zod";
import type { AUDIT_EVENT_KINDS } from "@/db/schema/audit-events";

/** The kinds of targets of a producer. Repeats the values of the table, so that browsers do not load the table. */
export const KINDS = [
  "token",
  "member",
  "hook",
  "group",
  "content",
  "job",
  "codeBatch",
  "labels",
  "alertRule",
  "savedView",
  "producer",
  "look",
  "personalData",
] as const satisfies readonly (typeof AUDIT_EVENT_KINDS)[number][];

/** An id of the service. */
const Guid = z.guid();

/** The filter of the audit log: a kind of target, or one target by its id. */
export const AuditFilter = z.object({ kind: z.enum(KINDS).optional(), target: Guid.optional() });
export type AuditFilter = z.output<typeof AuditFilter>;

/** The filter for audit events of the service as a whole: a kind of target. */
export const ServiceAuditFilter = z.object({ kind: z.enum(["phoneRule", "person"]) });
export type ServiceAuditFilter = z.output<typeof ServiceAuditFilter>;
