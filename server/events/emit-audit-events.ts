import { type SQL, sql } from "drizzle-orm";
import { events } from "@/db/schema/events";
import { producerOf, waitingHooks } from "./emit";

/** The columns that producers see, as JSON. */
const SHOWN = sql.raw(
  "id at action actor_type actor_id actor_name target_kind target_id target_name changes request_id"
    .split(" ")
    .map((column) => `'${column}', recorded.${column}`)
    .join(", "),
);

/**
 * SQL that writes an event for each row of `recorded`, audit events that the same statement inserts, where a webhook of their
 * producer names it. Being one statement, it needs no transaction, and costs no further round trip.
 */
export const emitAuditEvents = (traceparent: string | undefined): SQL => sql`
  insert into ${events} (id, type, producer_id, hooks, created_at, traceparent, snapshot)
  select new_id(), 'auditEventRecorded', recorded.producer_id, waiting.hooks, recorded.at, ${traceparent === undefined ? sql`null` : traceparent},
    jsonb_build_object('producer', ${producerOf(sql`recorded.producer_id`)}, 'auditEvent', jsonb_build_object(${SHOWN}))
  from recorded cross join lateral ${waitingHooks("auditEventRecorded", {
    producerId: sql`recorded.producer_id`,
    itemId: sql`null`,
    groupId: sql`null`,
  })} waiting
  where waiting.hooks is not null`;
