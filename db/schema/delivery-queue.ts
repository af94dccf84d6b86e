import { sql } from "drizzle-orm";
import { check, index, integer, pgTable } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** Deliveries with an attempt still due. These small, short-lived rows are separate from the stored deliveries. */
export const deliveryQueue = pgTable(
  "delivery_queue",
  {
    deliveryId: serviceId().primaryKey(),
    /** The delivery's hook. No foreign key, because these rows are written more often than any others. */
    hookId: serviceId().notNull(),
    /** When the next attempt is due; during an attempt, when that one was due. */
    dueAt: moment().notNull(),
    /** The lease of the current attempt. A result counts only under the lease of its attempt. */
    lease: serviceId(),
    /** The end of the lease. In no index, so that a claim writes to the row's page alone. */
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
