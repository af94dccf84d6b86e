import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { groups } from "./groups";
import { items } from "./items";
import { producers } from "./producers";

/** Hooks of an item, of a group or, where neither is set, of the producer. Deleted hooks stay for their deliveries. */
export const hooks = pgTable(
  "hooks",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    itemId: bigint({ mode: "number" }).references(() => items.id),
    groupId: serviceId().references(() => groups.id),
    /** Event names, or `*` for all. */
    events: text().array().notNull(),
    /** Whether the client sent the events as a list, which responses then show, rather than as text. */
    eventsAsList: boolean().notNull().default(false),
    url: text().notNull(),
    data: jsonb().$type<JsonObject>().notNull().default({}),
    /** Successful calls. */
    executed: bigint({ mode: "number" }).notNull().default(0),
    /** Sealed. Calls are signed with it, and for a while after a rotation also with the previous one. */
    secret: bytes().notNull(),
    previousSecret: bytes(),
    previousSecretUntil: moment(),
    /** Since when no process has the key of the secret; deliveries are held. */
    secretUnreadableSince: moment(),
    /** The first failure since the last success. */
    failingSince: moment(),
    /** Since when nothing is sent; events are stored and can be replayed. */
    switchedOffAt: moment(),
    /** Whether it was switched off by hand, rather than after failures. */
    paused: boolean().notNull().default(false),
    /** Since when the hook receives no events. */
    deletedAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    index("hooks_by_producer").on(t.producerId).where(sql`deleted_at is null`),
    index("hooks_newest").on(t.producerId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("hooks_of_producer")
      .on(t.producerId)
      .where(sql`item_id is null and group_id is null and deleted_at is null`),
    index("hooks_switched_off")
      .on(t.producerId)
      .where(sql`switched_off_at is not null and not paused and deleted_at is null`),
    index("hooks_by_item").on(t.itemId).where(sql`item_id is not null`),
    index("hooks_by_group").on(t.groupId).where(sql`group_id is not null`),
    index("hooks_unreadable").on(t.id).where(sql`secret_unreadable_since is not null`),
    check("hooks_one_target", sql`${t.itemId} is null or ${t.groupId} is null`),
    check("hooks_paused_is_off", sql`not ${t.paused} or ${t.switchedOffAt} is not null`),
    check("hooks_events", sql`cardinality(${t.events}) > 0`),
    check("hooks_previous_secret", sql`(${t.previousSecret} is null) = (${t.previousSecretUntil} is null)`),
    check("hooks_url", sql`char_length(${t.url}) between 1 and 2000`),
  ],
);

export type Hook = typeof hooks.$inferSelect;
