import { bigint, date, integer, pgTable, pgView, primaryKey, smallint } from "drizzle-orm/pg-core";
import { serviceId, verdictCounts } from "../columns";

const tile = () => ({
  producerId: serviceId().notNull(),
  level: smallint().notNull(),
  x: integer().notNull(),
  y: integer().notNull(),
});

const sums = () => ({
  ...verdictCounts(),
  /** In millionths of a degree. */
  latitudeSum: bigint({ mode: "number" }).notNull(),
  longitudeSum: bigint({ mode: "number" }).notNull(),
});

const ofDay = () => ({ ...tile(), day: date({ mode: "string" }).notNull(), ...sums() });
const ofMonth = () => ({ ...tile(), month: date({ mode: "string" }).notNull(), ...sums() });

export const rollupCells = pgTable("rollup_cells", ofDay(), (t) => [
  primaryKey({ columns: [t.producerId, t.level, t.day, t.x, t.y] }),
]);

export const rollupMonthCells = pgTable("rollup_month_cells", ofMonth(), (t) => [
  primaryKey({ columns: [t.producerId, t.level, t.month, t.x, t.y] }),
]);

/**
 * The located scans of a UTC day in each Web-Mercator tile of a level, with the sums of their positions. Sum the rows of a
 * key: some are of scans that are not counted yet.
 */
export const scanCells = pgView("scan_cells", ofDay()).existing();

/** The same by month, named by its first day. */
export const scanMonthCells = pgView("scan_month_cells", ofMonth()).existing();
