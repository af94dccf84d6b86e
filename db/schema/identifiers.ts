import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { producers } from "./producers";

/** Which producer an identifier belongs to. Rows stay when the item is deleted: only that producer may take it again. */
export const identifiers = pgTable(
  "identifiers",
  {
    identifier: text().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
  },
  (t) => [
    unique("identifiers_of_producer").on(t.identifier, t.producerId),
    // In byte order, whatever the database's collation is: the neighbours of a code share the most of its beginning.
    index("identifiers_in_byte_order").on(sql`${t.identifier} collate "C"`),
    check("identifiers_length", sql`char_length(${t.identifier}) between 1 and 200`),
  ],
);
