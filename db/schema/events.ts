import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { InJson } from "../in-json";
import type { Content } from "./contents";
import type { Group } from "./groups";
import type { Hook } from "./hooks";
import type { Item } from "./items";
import { type Producer, producers } from "./producers";
import type { Scan } from "./scans";

/** The rows that an event speaks of, as they were at its moment. */
export interface Snapshot {
  producer: InJson<Pick<Producer, "id" | "name">>;
  item?:
    | InJson<Omit<Item, "id" | "deletedAt" | "hasFakes" | "historyLength" | "historyHash" | "purgedAt">>
    | null
    | undefined;
  group?: InJson<Group> | null | undefined;
  scan?: InJson<Scan> | null | undefined;
  content?: InJson<Content> | null | undefined;
}

/** A hook as bodies show it. (That it was switched off stands beside, for whoever makes its deliveries.) */
export type HookInJson = InJson<
  Pick<Hook, "id" | "events" | "eventsAsList" | "url" | "data" | "executed" | "createdAt" | "updatedAt">
>;

/** Events that at least one hook waits for, with the rows they speak of as these were at that moment. */
export const events = pgTable(
  "events",
  {
    id: serviceId().primaryKey(),
    type: text().notNull(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    /** Frozen; views turn them into the body. */
    snapshot: jsonb().$type<Snapshot>().notNull(),
    /** Those that are told of it, frozen as well: each gets a delivery, a moment later. */
    hooks: jsonb().$type<HookInJson[]>().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    check("events_hooks_array", sql`jsonb_typeof(${t.hooks}) = 'array'`),
    index("events_by_producer").on(t.producerId, t.createdAt, t.id),
    // Those of scans need none: they are of the scan's moment.
    index("events_of_scan_images")
      .on(sql`(snapshot #>> '{content,scan_id}')`)
      .where(
        sql`type in ('contentCreated', 'contentDeleted') and snapshot #>> '{content,scan_id}' is not null`,
      ),
  ],
);

export type Event = typeof events.$inferSelect;
