import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { reports } from "./reports";

/** The photo of a report, scaled down and without metadata: at most one, and only as long as the report's text. */
export const reportPhotos = pgTable(
  "report_photos",
  {
    reportId: serviceId()
      .primaryKey()
      .references(() => reports.id, { onDelete: "cascade" }),
    /** WebP. */
    image: bytes().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [check("report_photos_size", sql`octet_length(${t.image}) between 1 and 1000000`)],
);
