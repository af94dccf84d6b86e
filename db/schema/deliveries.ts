import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { HookInJson } from "./events";
import { hooks } from "./hooks";

/** Deliveries of events to hooks. A delivery is due while `delivery_queue` has a row for it; `attempts` has its outcomes. */
export const deliveries = pgTable(
  "deliveries",
  {
    /** The `webhook-id` of every attempt. Has the time of the event's id, so that both are in partitions of one week. */
    id: serviceId().primaryKey().default(sql`new_id()`),
    eventId: serviceId().notNull(),
    hookId: serviceId()
      .notNull()
      .references(() => hooks.id),
    /** The hook's row at the moment of the event, without its secrets. */
    hook: jsonb().$type<HookInJson>().notNull(),
    /** The sent body, stored once an attempt has failed, so that every attempt sends the same bytes. */
    body: text(),
    /** The event's personal data was erased: neither earlier bodies nor the answers to them are stored. */
    redacted: boolean().notNull().default(false),
    createdAt: moment().notNull(),
  },
  (t) => [
    index("deliveries_by_hook").on(t.hookId, t.createdAt, t.id),
    index("deliveries_by_event").on(t.eventId),
    check("deliveries_redacted", sql`not ${t.redacted} or ${t.body} is null`),
    check("deliveries_hook_object", sql`jsonb_typeof(${t.hook}) = 'object'`),
  ],
);

export type Delivery = typeof deliveries.$inferSelect;
