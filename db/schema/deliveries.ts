import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { events, type HookInJson } from "./events";
import { hooks } from "./hooks";

/** That an event is to be told to a hook. It is due while `delivery_queue` has a row for it; `attempts` says what happened. */
export const deliveries = pgTable(
  "deliveries",
  {
    /** The `webhook-id` of every try. */
    id: serviceId().primaryKey().default(sql`new_id()`),
    eventId: serviceId()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    hookId: serviceId()
      .notNull()
      .references(() => hooks.id),
    /** The hook's row at the moment of the event, without its secrets. */
    hook: jsonb().$type<HookInJson>().notNull(),
    /** What is sent, kept once a try has failed: every try sends the same bytes. Before, the event's rows tell it. */
    body: text(),
    /** What the event tells of a person was taken back: neither bytes of before nor answers to them are kept any more. */
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
