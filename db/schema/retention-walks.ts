import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** What has a time to be kept. */
export const WALKS = [
  "places",
  "devices",
  "images",
  "sightingPlaces",
  "sightingDevices",
  "suspicions",
] as const;

/** How far the rows of each producer, oldest first, have been relieved of what is kept no longer. */
export const retentionWalks = pgTable(
  "retention_walks",
  {
    /** The nil uuid for what is of no producer. */
    producerId: serviceId().notNull(),
    walk: text({ enum: WALKS }).notNull(),
    /** Of the last row. */
    doneTo: moment().notNull(),
    doneToId: serviceId().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.producerId, t.walk] }),
    check(
      "retention_walks_walk",
      sql`${t.walk} in ('places', 'devices', 'images', 'sightingPlaces', 'sightingDevices', 'suspicions')`,
    ),
  ],
);
