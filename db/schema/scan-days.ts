import { date, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { serviceId, verdictCounts } from "../columns";

/** What scans are counted by: of each, every scan has one value. */
export const FACETS = ["country", "os", "group"] as const;

/** Stands for the country of scans of which none is known. */
export const NO_COUNTRY = "ZZ";

/** Stands for all producers together where scans are counted. Groups are not counted so. */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

/**
 * How many scans of a UTC day there were by country (`ZZ` for none), by os (its beginning; empty for none) and by group
 * (empty for none). Counts of one key may lie in several parts, each written by one transaction at a time: their sum counts.
 */
export const scanDays = pgTable(
  "scan_days",
  {
    producerId: serviceId().notNull(),
    facet: text({ enum: FACETS }).notNull(),
    day: date({ mode: "string" }).notNull(),
    value: text().notNull(),
    part: smallint().notNull(),
    ...verdictCounts(),
  },
  (t) => [primaryKey({ columns: [t.producerId, t.facet, t.day, t.value, t.part] })],
);
