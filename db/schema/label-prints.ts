import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { codeBatches } from "./code-batches";
import { producers } from "./producers";

export const PRINT_FORMATS = ["pdf", "png", "svg", "csv"] as const;

/** Files of labels or codes that were made for printing: a range of a code batch, or the items in `printed_labels`. */
export const labelPrints = pgTable(
  "label_prints",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    format: text({ enum: PRINT_FORMATS }).notNull(),
    settings: jsonb().$type<JsonObject>().notNull(),
    /** Labels of the first page that are already used. */
    skip: integer().notNull(),
    batchId: serviceId().references(() => codeBatches.id),
    /** The first position in the batch. */
    firstPosition: integer(),
    count: integer().notNull(),
    /** How many of the codes had been printed before. */
    reprinted: integer().notNull(),
    downloads: integer().notNull().default(0),
    actorType: text({ enum: ["token", "user"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    index("label_prints_of_producer").on(t.producerId, t.at, t.id),
    index("label_prints_of_batch").on(t.batchId, t.at).where(sql`batch_id is not null`),
    index("label_prints_by_age").on(t.at),
    check("label_prints_format", sql`${t.format} in ('pdf', 'png', 'svg', 'csv')`),
    check("label_prints_range", sql`(${t.batchId} is null) = (${t.firstPosition} is null)`),
    check("label_prints_count", sql`${t.count} >= 1 and ${t.reprinted} between 0 and ${t.count}`),
    check("label_prints_actor_type", sql`${t.actorType} in ('token', 'user')`),
    check(
      "label_prints_settings",
      sql`jsonb_typeof(${t.settings}) = 'object' and pg_column_size(${t.settings}) <= 16384`,
    ),
  ],
);

export type LabelPrint = typeof labelPrints.$inferSelect;
