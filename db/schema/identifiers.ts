import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { producers } from "./producers";

/**
 * The producer of each identifier. Rows stay when the item is deleted: only that producer may use the identifier again. Each
 * sandbox has identifiers of its own.
 */
export const identifiers = pgTable(
  "identifiers",
  {
    identifier: text().notNull(),
    producerId: serviceId().notNull(),
    sandbox: integer().notNull().default(0),
    /** How often an owner of the producer has voided its second code (decision 0085). */
    secondCodeGeneration: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: "identifiers_pkey", columns: [t.identifier, t.sandbox] }),
    unique("identifiers_of_producer").on(t.identifier, t.sandbox, t.producerId),
    foreignKey({
      name: "identifiers_producer",
      columns: [t.producerId, t.sandbox],
      foreignColumns: [producers.id, producers.sandbox],
    }),
    // In byte order, regardless of the database's collation: the neighbours of a code share its longest prefix.
    index("identifiers_by_text").on(sql`${t.identifier} collate "C"`).where(sql`sandbox = 0`),
    check("identifiers_length", sql`char_length(${t.identifier}) between 1 and 200`),
    check("identifiers_generation", sql`${t.secondCodeGeneration} >= 0`),
  ],
);
