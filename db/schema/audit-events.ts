import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { Change } from "./history";
import { producers } from "./producers";

/** The audit events and the kinds of their targets. Changes of items are recorded in their histories. */
export const KIND_OF = {
  tokenCreated: "token",
  tokenChanged: "token",
  tokenRevoked: "token",
  memberInvited: "member",
  invitationRevoked: "member",
  memberJoined: "member",
  memberAdded: "member",
  memberRoleChanged: "member",
  memberRemoved: "member",
  memberLeft: "member",
  memberSignedOut: "member",
  hookCreated: "hook",
  hookDeleted: "hook",
  hookChanged: "hook",
  hookPaused: "hook",
  hookSecretRotated: "hook",
  hookSwitchedOn: "hook",
  hookSwitchedOff: "hook",
  hookReplayed: "hook",
  hookTestSent: "hook",
  groupCreated: "group",
  groupChanged: "group",
  groupDeleted: "group",
  contentCreated: "content",
  contentDeleted: "content",
  jobCancelled: "job",
  jobRetried: "job",
  codesGenerated: "codeBatch",
  labelsPrinted: "labels",
  labelsPrintedAgain: "labels",
  labelLayoutSaved: "labels",
  labelLayoutDeleted: "labels",
  alertRuleCreated: "alertRule",
  alertRuleChanged: "alertRule",
  alertRuleSwitchedOn: "alertRule",
  alertRuleSwitchedOff: "alertRule",
  alertRuleDeleted: "alertRule",
  viewShared: "savedView",
  viewChanged: "savedView",
  viewUnshared: "savedView",
  viewDeleted: "savedView",
  producerCreated: "producer",
  producerRenamed: "producer",
  producerQuotaChanged: "producer",
  producerSuspended: "producer",
  producerReactivated: "producer",
  producerClosed: "producer",
  sandboxOpened: "producer",
  sandboxEmptied: "producer",
  listExported: "producer",
  secondFactorRequired: "producer",
  secondFactorOptional: "producer",
  adminSawProducer: "look",
  adminSawScans: "look",
  adminSawScan: "look",
  personDisabled: "person",
  personEnabled: "person",
  personMadeAdmin: "person",
  personUnmadeAdmin: "person",
  personSignedOut: "person",
  passwordLinkCreated: "person",
  passwordSetByLink: "person",
  factorAdded: "person",
  factorRemoved: "person",
  factorsRemoved: "person",
  recoveryCodesRenewed: "person",
  phoneRuleAdded: "phoneRule",
  phoneRuleChanged: "phoneRule",
  phoneRuleRemoved: "phoneRule",
  retentionChanged: "personalData",
  erasureRequested: "personalData",
  personalDataExported: "personalData",
  scansExported: "personalData",
} as const;

export type AuditEventName = keyof typeof KIND_OF;
export const AUDIT_EVENT_KINDS = [
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
  "phoneRule",
  "personalData",
  "person",
] as const;

const listed = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));

/** Who did what, when, to what. Append-only: a trigger refuses any later change. */
export const auditEvents = pgTable(
  "audit_events",
  {
    /** A number, because many events have the same time. */
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for events that concern the service as a whole. */
    producerId: serviceId().references(() => producers.id),
    at: moment().notNull(),
    actorType: text({ enum: ["token", "user", "system"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    action: text().$type<AuditEventName>().notNull(),
    targetKind: text({ enum: AUDIT_EVENT_KINDS }).notNull(),
    targetId: text().notNull(),
    /** The target's name at the time, because it may have been deleted or renamed since. */
    targetName: text(),
    changes: jsonb().$type<Change[]>().notNull(),
    requestId: text().notNull(),
    /** Of the transaction that wrote the row, by which the feed knows what is committed (decision 0077); 0 of older rows. */
    xid: bigint({ mode: "number" }).notNull().default(sql`pg_current_xact_id()::text::bigint`),
  },
  (t) => [
    index("audit_events_of_producer").on(t.producerId, t.at, t.id),
    index("audit_events_of_producer_by_xid").on(t.producerId, t.xid, t.id),
    index("audit_events_of_target").on(t.producerId, t.targetId, t.at, t.id),
    index("audit_events_of_producer_by_kind").on(t.producerId, t.targetKind, t.at, t.id),
    check("audit_events_actor_type", sql`${t.actorType} in ('token', 'user', 'system')`),
    check("audit_events_act", sql`${t.action} in (${listed(Object.keys(KIND_OF))})`),
    check("audit_events_target_kind", sql`${t.targetKind} in (${listed(AUDIT_EVENT_KINDS)})`),
    check("audit_events_changes_array", sql`jsonb_typeof(${t.changes}) = 'array'`),
  ],
);

export type AuditEvent = typeof auditEvents.$inferSelect;
