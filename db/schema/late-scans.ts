import { pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/**
 * Scans still to be assessed that arrived later than their ids say, such as those of a demo, with the share of their producer. A
 * trigger of `scans` writes them. No foreign key, because they arrive with their scans and are removed soon.
 */
export const lateScans = pgTable(
  "late_scans",
  { share: smallint().notNull(), scanId: serviceId().notNull() },
  (t) => [primaryKey({ columns: [t.share, t.scanId] })],
);
