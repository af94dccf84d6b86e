import { pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { moment, serviceId, verdictCounts } from "../columns";
import { FACETS } from "./scan-days";

/** How many scans of an hour there were by country, by os and by group. Kept by the triggers of the scans (decision 0025). */
export const scanHours = pgTable(
  "scan_hours",
  {
    producerId: serviceId().notNull(),
    facet: text({ enum: FACETS }).notNull(),
    hour: moment().notNull(),
    value: text().notNull(),
    part: smallint().notNull(),
    ...verdictCounts(),
  },
  (t) => [primaryKey({ columns: [t.producerId, t.facet, t.hour, t.value, t.part] })],
);
