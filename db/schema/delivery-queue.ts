import { sql } from "drizzle-orm";
import { check, index, integer, pgTable } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { deliveries } from "./deliveries";

/** Deliveries that are still to be tried. Small rows that come and go, apart from what is kept. */
export const deliveryQueue = pgTable(
  "delivery_queue",
  {
    deliveryId: serviceId()
      .primaryKey()
      .references(() => deliveries.id, { onDelete: "cascade" }),
    /** The delivery's; no foreign key of its own, as these rows are written more often than any. */
    hookId: serviceId().notNull(),
    /** When the next try is due; of one under way, when it was. */
    dueAt: moment().notNull(),
    /** Who makes the try that is under way: a result counts only under the lease that it was made under. */
    lease: serviceId(),
    /** When whoever makes it is given up. In no index, so that a claim is written to the row's page alone. */
    leasedUntil: moment(),
    attemptsMade: integer().notNull().default(0),
  },
  (t) => [
    index("delivery_queue_by_hook").on(t.hookId, t.dueAt),
    index("delivery_queue_by_due").on(t.dueAt),
    check("delivery_queue_leased_until", sql`(${t.lease} is null) = (${t.leasedUntil} is null)`),
    check("delivery_queue_attempts", sql`${t.attemptsMade} >= 0`),
  ],
);
