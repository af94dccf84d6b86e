import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/** The ranges by which fakes of an item are counted: two consecutive months, quarters or years of UTC; shortest first. */
export const STRETCHES = ["month", "quarter", "year"] as const;

const columns = () => ({
  producerId: serviceId().notNull(),
  stretch: text({ enum: STRETCHES }).notNull(),
  first: date({ mode: "string" }).notNull(),
  itemId: bigint({ mode: "number" }).notNull(),
  fakes: integer().notNull(),
});

export const rollupItemFakes = pgTable("rollup_item_fakes", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.stretch, t.first, t.itemId] }),
  index("rollup_item_fakes_by_rank").on(
    t.producerId,
    t.stretch,
    t.first,
    t.fakes.desc().nullsFirst(),
    t.itemId,
  ),
  check("rollup_item_fakes_stretch", sql`${t.stretch} in ('month', 'quarter', 'year')`),
]);

/**
 * The fakes of an item in a month, quarter or year that begins at `first` and in the following one. Sum the rows of a key:
 * some are of scans that are not counted yet (decision 0025).
 */
export const itemFakes = pgView("item_fakes", columns()).existing();
