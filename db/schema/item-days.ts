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

/** Items scanned on a UTC day. Bit `i` of chunk `c` is the item `4096 c + i`; any row of the chunk may have it. */
export const itemDays = pgView("item_days", columns()).existing();
