import { bigint, date, integer, pgTable, pgView, primaryKey, smallint } from "drizzle-orm/pg-core";
import { serviceId, verdictCounts } from "../columns";

const columns = () => ({
  producerId: serviceId().notNull(),
  level: smallint().notNull(),
  day: date({ mode: "string" }).notNull(),
  x: integer().notNull(),
  y: integer().notNull(),
  ...verdictCounts(),
  /** In millionths of a degree. */
  latitudeSum: bigint({ mode: "number" }).notNull(),
  longitudeSum: bigint({ mode: "number" }).notNull(),
});

export const countedCells = pgTable("counted_cells", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.level, t.day, t.x, t.y] }),
]);

/**
 * How many located scans of a UTC day there were in each Web-Mercator tile of a level, and where on the average: rows of
 * one key are summed up, as some tell of scans that are not counted yet.
 */
export const scanCells = pgView("scan_cells", columns()).existing();
