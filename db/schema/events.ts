import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { producers } from "./producers";

/** Events that at least one hook waits for, with the rows they speak of as these were at that moment. */
export const events = pgTable(
  "events",
  {
    id: serviceId().primaryKey(),
    type: text().notNull(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    /** Database rows by noun (`producer`, `item`, `group`, `scan`, `content`), frozen; views turn them into the body. */
    snapshot: jsonb().$type<JsonObject>().notNull(),
    /** Of an event that is only to try a hook out: the hook. */
    onlyForHook: serviceId(),
    createdAt: moment().notNull(),
  },
  (t) => [index("events_by_producer").on(t.producerId, t.createdAt, t.id)],
);

export type Event = typeof events.$inferSelect;
