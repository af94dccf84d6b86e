import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/** The ranges by which fakes of an item are counted: two consecutive months, quarters or years of UTC; shortest first. */
export const STRETCHES = ["month", "quarter", "year"] as const;

/** The range of all fakes of an item, by which lists are sorted, and its first day. */
export const EVER = { stretch: "ever", first: "0001-01-01" } as const;

const columns = () => ({
  producerId: serviceId().notNull(),
  stretch: text({ enum: [...STRETCHES, EVER.stretch] }).notNull(),
  first: date({ mode: "string" }).notNull(),
  itemId: bigint({ mode: "number" }).notNull(),
  fakes: integer().notNull(),
});

export const rollupItemFakes = pgTable("rollup_item_fakes", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.stretch, t.first, t.itemId] }),
  index("rollup_item_fakes_in_order").on(t.producerId, t.stretch, t.first, t.fakes, t.itemId),
  check("rollup_item_fakes_stretch", sql`${t.stretch} in ('month', 'quarter', 'year', 'ever')`),
  check("rollup_item_fakes_ever", sql`(${t.stretch} = 'ever') = (${t.first} = '0001-01-01')`),
]);

/**
 * The fakes of an item in a month, quarter or year that begins at `first` and in the following one, or all of them. Sum the rows of a key:
 * some are of scans that are not counted yet (decision 0025).
 */
export const itemFakes = pgView("item_fakes", columns()).existing();
