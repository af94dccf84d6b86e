import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/**
 * Events whose deliveries are still to be created, noted by a trigger. No foreign keys, because rows are written where scans
 * are recorded. An event is not deleted while it is noted.
 */
export const pendingEvents = pgTable(
  "pending_events",
  { producerId: serviceId().notNull(), eventId: serviceId().notNull() },
  (t) => [primaryKey({ columns: [t.producerId, t.eventId] })],
);
