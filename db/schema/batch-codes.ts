import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { codeBatches } from "./code-batches";
import { identifiers } from "./identifiers";

/** The codes of each batch in their order. A code without an item is reserved. */
export const batchCodes = pgTable(
  "batch_codes",
  {
    batchId: serviceId()
      .notNull()
      .references(() => codeBatches.id),
    /** From 1. */
    position: integer().notNull(),
    identifier: text().notNull(),
    sandbox: integer().notNull().default(0),
  },
  (t) => [
    foreignKey({
      name: "batch_codes_identifier_of_sandbox",
      columns: [t.identifier, t.sandbox],
      foreignColumns: [identifiers.identifier, identifiers.sandbox],
    }),
    primaryKey({ columns: [t.batchId, t.position] }),
    unique("batch_codes_identifier").on(t.identifier, t.sandbox),
    check("batch_codes_position", sql`${t.position} >= 1`),
  ],
);
