import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** What has a time to be kept. */
export const CURSOR_KINDS = [
  "places",
  "devices",
  "images",
  "sightingPlaces",
  "sightingDevices",
  "reports",
] as const;

/** How far the rows of each producer, oldest first, have been relieved of what is kept no longer. */
export const retentionCursors = pgTable(
  "retention_cursors",
  {
    /** The nil uuid for what is of no producer. */
    producerId: serviceId().notNull(),
    kind: text({ enum: CURSOR_KINDS }).notNull(),
    /** Of the last row. */
    doneTo: moment().notNull(),
    doneToId: serviceId().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.producerId, t.kind] }),
    check(
      "retention_cursors_kind",
      sql`${t.kind} in ('places', 'devices', 'images', 'sightingPlaces', 'sightingDevices', 'reports')`,
    ),
  ],
);
