import { pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId, verdictCounts } from "../columns";
import { FACETS } from "./scan-days";

const columns = () => ({
  producerId: serviceId().notNull(),
  facet: text({ enum: FACETS }).notNull(),
  hour: moment().notNull(),
  value: text().notNull(),
  ...verdictCounts(),
});

export const rollupHours = pgTable("rollup_hours", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.facet, t.hour, t.value] }),
]);

/** The scans of an hour by country, os and group, like `scan_days`. */
export const scanHours = pgView("scan_hours", columns()).existing();
