import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { groups } from "./groups";
import { items } from "./items";
import { producers } from "./producers";

/** Hooks of an item, of a group or, where neither is set, of the producer. */
export const hooks = pgTable(
  "hooks",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    itemId: bigint({ mode: "number" }).references(() => items.id),
    groupId: serviceId().references(() => groups.id, { onDelete: "cascade" }),
    /** Event names, or `*` for all. */
    events: text().array().notNull(),
    url: text().notNull(),
    data: jsonb().$type<JsonObject>().notNull().default({}),
    executed: bigint({ mode: "number" }).notNull().default(0),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    index("hooks_by_producer").on(t.producerId),
    index("hooks_by_item").on(t.itemId).where(sql`item_id is not null`),
    index("hooks_by_group").on(t.groupId).where(sql`group_id is not null`),
    check("hooks_one_target", sql`${t.itemId} is null or ${t.groupId} is null`),
    check("hooks_events", sql`cardinality(${t.events}) > 0`),
  ],
);
