import { date, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/**
 * Days on whose counts of scans something was taken back. The parts of a count tell it until they are folded: one holds
 * what was added, another what was taken.
 */
export const countsToFold = pgTable(
  "counts_to_fold",
  {
    /** The nil uuid for those of everybody. */
    producerId: serviceId().notNull(),
    /** By UTC. */
    day: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.producerId, t.day] })],
);
