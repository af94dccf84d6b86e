import { bigint, bit, date, pgTable, pgView, primaryKey } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

const columns = () => ({
  producerId: serviceId().notNull(),
  day: date({ mode: "string" }).notNull(),
  chunk: bigint({ mode: "number" }).notNull(),
  items: bit({ dimensions: 4096 }).notNull(),
});

export const rollupItemDays = pgTable("rollup_item_days", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.day, t.chunk] }),
]);

/** Which items were scanned on a UTC day: bit `i` of chunk `c` is the item `4096 c + i`, and may stand in any row of the chunk. */
export const itemDays = pgView("item_days", columns()).existing();
