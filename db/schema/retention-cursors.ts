import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** The kinds of data with a retention. */
export const CURSOR_KINDS = [
  "places",
  "devices",
  "images",
  "sightingPlaces",
  "sightingDevices",
  "reports",
] as const;

/** How far retention has removed old data from each producer's rows, oldest first. */
export const retentionCursors = pgTable(
  "retention_cursors",
  {
    /** The nil UUID for rows of no producer. */
    producerId: serviceId().notNull(),
    kind: text({ enum: CURSOR_KINDS }).notNull(),
    /** The time of the last row. */
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
