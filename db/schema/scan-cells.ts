import { bigint, date, integer, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { serviceId, verdictCounts } from "../columns";

/** How many located scans of a UTC day there were in each Web-Mercator tile of a level, and where on the average. */
export const scanCells = pgTable(
  "scan_cells",
  {
    producerId: serviceId().notNull(),
    level: smallint().notNull(),
    day: date({ mode: "string" }).notNull(),
    x: integer().notNull(),
    y: integer().notNull(),
    part: smallint().notNull(),
    ...verdictCounts(),
    /** In millionths of a degree. */
    latitudeSum: bigint({ mode: "number" }).notNull(),
    longitudeSum: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.producerId, t.level, t.day, t.x, t.y, t.part] })],
);
