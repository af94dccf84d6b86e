import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
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
    identifier: text()
      .notNull()
      .references(() => identifiers.identifier),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.position] }),
    unique("batch_codes_identifier").on(t.identifier),
    check("batch_codes_position", sql`${t.position} >= 1`),
  ],
);
