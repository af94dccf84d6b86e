import { date, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { serviceId, verdictCounts } from "../columns";

/** What scans are counted by: of each, every scan has one value. */
export const FACETS = ["country", "os", "group"] as const;

/** Stands for the country of scans of which none is known. */
export const NO_COUNTRY = "ZZ";

/** Stands for all producers together where scans are counted. Groups are not counted so. */
export const ALL_PRODUCERS = "00000000-0000-0000-0000-000000000000";

const columns = () => ({
  producerId: serviceId().notNull(),
  facet: text({ enum: FACETS }).notNull(),
  day: date({ mode: "string" }).notNull(),
  value: text().notNull(),
  ...verdictCounts(),
});

export const rollupDays = pgTable("rollup_days", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.facet, t.day, t.value] }),
]);

/**
 * How many scans of a UTC day there were by country (`ZZ` for none), by os (its beginning in lower case; empty for none) and by group
 * (empty for none): rows of one key are summed up, as some tell of scans that are not counted yet (decision 0025).
 */
export const scanDays = pgView("scan_days", columns()).existing();
