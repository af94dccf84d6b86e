import { bigint, bit, date, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/** Which items were scanned on a UTC day: bit `i` of chunk `c` is the item `4096 c + i`. A bit may stand in any part. */
export const itemDays = pgTable(
  "item_days",
  {
    producerId: serviceId().notNull(),
    day: date({ mode: "string" }).notNull(),
    chunk: bigint({ mode: "number" }).notNull(),
    part: smallint().notNull(),
    items: bit({ dimensions: 4096 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.producerId, t.day, t.chunk, t.part] })],
);
