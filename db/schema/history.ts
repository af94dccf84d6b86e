import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import type { JsonValue } from "../json";
import { items } from "./items";

/** A changed field. `path` is a JSON pointer into the item's `data`; a missing side means that the field was absent. */
export interface Change {
  path: string;
  from?: JsonValue;
  to?: JsonValue;
}

/** Changes of items. Append-only: a trigger numbers and chains each entry and refuses any later change. */
export const history = pgTable(
  "history",
  {
    id: serviceId().primaryKey(),
    itemId: bigint({ mode: "number" })
      .notNull()
      .references(() => items.id),
    position: integer().notNull(),
    action: text({
      enum: ["created", "modified", "invalidated", "addedToGroup", "deletedFromGroup", "deleted"],
    }).notNull(),
    timestamp: moment().notNull(),
    actorType: text({ enum: ["token", "user", "system"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    changes: jsonb().$type<Change[]>().notNull(),
    requestId: text().notNull(),
    previousHash: bytes(),
    hash: bytes().notNull(),
  },
  (t) => [
    unique("history_position").on(t.itemId, t.position),
    index("history_by_item").on(t.itemId, t.timestamp, t.position),
    check("history_chain_begins", sql`(${t.position} = 1) = (${t.previousHash} is null)`),
    check("history_actor_type", sql`${t.actorType} in ('token', 'user', 'system')`),
    check(
      "history_action",
      sql`${t.action} in ('created', 'modified', 'invalidated', 'addedToGroup', 'deletedFromGroup', 'deleted')`,
    ),
  ],
);

export type HistoryEntry = typeof history.$inferSelect;
