import { customType, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import type { Snapshot } from "./events";

/** A whole row of a table, as it was. */
const rowOf = (table: string) => customType<{ data: string }>({ dataType: () => table })();

/**
 * Scans that hooks wait for and that no event tells of yet, with the rows that it will speak of as they were at that
 * moment. A row of a table as it stands costs a tenth of an event with its deliveries, which are made of it a moment later.
 */
export const unannouncedScans = pgTable(
  "unannounced_scans",
  {
    /** The scan's, and its event's. */
    id: serviceId().notNull(),
    producerId: serviceId().notNull(),
    hooks: serviceId().array().notNull(),
    producer: jsonb().$type<Snapshot["producer"]>().notNull(),
    scan: rowOf("scans").notNull(),
    item: rowOf("items").notNull(),
    group: rowOf("groups"),
  },
  (t) => [primaryKey({ columns: [t.producerId, t.id] })],
);
