import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { InJson } from "../in-json";
import type { Alert } from "./alerts";
import type { AuditEvent } from "./audit-events";
import type { EntryKind } from "./case-entries";
import type { Case } from "./cases";
import type { Content } from "./contents";
import type { Group } from "./groups";
import type { Hook } from "./hooks";
import type { Item } from "./items";
import { type Producer, producers } from "./producers";
import type { Scan } from "./scans";

/** The columns of an audit event that its producer sees. */
export type ShownAuditEvent = Pick<
  AuditEvent,
  | "id"
  | "at"
  | "action"
  | "actorType"
  | "actorId"
  | "actorName"
  | "targetKind"
  | "targetId"
  | "targetName"
  | "changes"
  | "requestId"
>;

/** The columns of an alert that its events tell. */
export type ShownAlert = Omit<Alert, "producerId">;

/** What its events tell of a case: not its texts, which may hold personal data. */
export type ShownCase = Pick<
  Case,
  | "id"
  | "number"
  | "title"
  | "state"
  | "ownerId"
  | "dueOn"
  | "tags"
  | "createdAt"
  | "updatedAt"
  | "decidedAt"
  | "closedAt"
> & { ownerName: string | null; change: EntryKind };

/** The rows of an event, as they were when it happened. */
export interface Snapshot {
  producer: InJson<Pick<Producer, "id" | "name">>;
  item?:
    | InJson<
        Omit<Item, "id" | "sandbox" | "deletedAt" | "hasFakes" | "historyLength" | "historyHash" | "purgedAt">
      >
    | null
    | undefined;
  group?: InJson<Group> | null | undefined;
  scan?: InJson<Scan> | null | undefined;
  content?: InJson<Content> | null | undefined;
  auditEvent?: InJson<ShownAuditEvent> | null | undefined;
  alert?: InJson<ShownAlert> | null | undefined;
  case?: InJson<ShownCase> | null | undefined;
}

/** A hook as bodies show it. The stored JSON also has `switched_off_at`, which the queue of deliveries reads. */
export type HookInJson = InJson<
  Pick<Hook, "id" | "events" | "eventsAsList" | "url" | "data" | "executed" | "createdAt" | "updatedAt">
>;

/**
 * Events with at least one subscribed hook, each with a snapshot of its rows. Like `deliveries` and `attempts`, partitioned
 * by week of the id (decision 0066); hence no foreign keys between them, and `pending_events` and `delivery_queue`.
 */
export const events = pgTable(
  "events",
  {
    id: serviceId().primaryKey(),
    type: text().notNull(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    /** Frozen; views convert it to the body. */
    snapshot: jsonb().$type<Snapshot>().notNull(),
    /** The subscribed hooks, also frozen. Each gets a delivery soon after. */
    hooks: jsonb().$type<HookInJson[]>().notNull(),
    createdAt: moment().notNull(),
    /** Of the request that caused it, in the form of the header `traceparent`; null where that was not traced. */
    traceparent: text(),
  },
  (t) => [
    check("events_hooks_array", sql`jsonb_typeof(${t.hooks}) = 'array'`),
    index("events_by_producer").on(t.producerId, t.createdAt, t.id),
    // Events of scans need no such index: they have the scan's time.
    index("events_of_scan_images")
      .on(sql`(snapshot #>> '{content,scan_id}')`)
      .where(
        sql`type in ('contentCreated', 'contentDeleted') and snapshot #>> '{content,scan_id}' is not null`,
      ),
  ],
);

export type Event = typeof events.$inferSelect;
