import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { producers } from "./producers";

/** The producer of each identifier. Rows stay when the item is deleted: only that producer may use the identifier again. */
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
    // In byte order, regardless of the database's collation: the neighbours of a code share its longest prefix.
    index("identifiers_in_byte_order").on(sql`${t.identifier} collate "C"`),
    check("identifiers_length", sql`char_length(${t.identifier}) between 1 and 200`),
  ],
);
