import { sql } from "drizzle-orm";
import { date, index, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { serviceId, verdictCounts } from "../columns";

/** The facets that scans are counted by: every scan has one value of each. */
export const FACETS = ["country", "os", "group"] as const;

/** The country of scans without a known country. */
export const NO_COUNTRY = "ZZ";

/** The producer id of counts for all producers together. Groups have no such counts. */
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
  // All scans of a group; written once for each day on which the group is scanned.
  index("rollup_days_by_group").on(t.producerId, t.value, t.day).where(sql`facet = 'group'`),
]);

/**
 * The scans of a UTC day by country (`ZZ` for none), by os (its beginning in lower case; empty for none) and by group (empty
 * for none). Sum the rows of a key: some are of scans that are not counted yet (decision 0025).
 */
export const scanDays = pgView("scan_days", columns()).existing();
