import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { producers } from "./producers";

/** Layouts of labels that a producer has saved. */
export const labelLayouts = pgTable(
  "label_layouts",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    name: text().notNull(),
    settings: jsonb().$type<JsonObject>().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    unique("label_layouts_name").on(t.producerId, t.name),
    check("label_layouts_name_length", sql`char_length(${t.name}) between 1 and 100`),
    check(
      "label_layouts_settings",
      sql`jsonb_typeof(${t.settings}) = 'object' and pg_column_size(${t.settings}) <= 16384`,
    ),
  ],
);
