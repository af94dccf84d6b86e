import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { identifiers } from "./identifiers";
import { labelPrints } from "./label-prints";

/** The items of each print that is not of a code batch, in the order of their labels. */
export const printedLabels = pgTable(
  "printed_labels",
  {
    printId: serviceId()
      .notNull()
      .references(() => labelPrints.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    identifier: text().notNull(),
    sandbox: integer().notNull().default(0),
  },
  (t) => [
    foreignKey({
      name: "printed_labels_identifier_of_sandbox",
      columns: [t.identifier, t.sandbox],
      foreignColumns: [identifiers.identifier, identifiers.sandbox],
    }),
    primaryKey({ columns: [t.printId, t.position] }),
    index("printed_labels_by_identifier").on(t.identifier),
  ],
);
