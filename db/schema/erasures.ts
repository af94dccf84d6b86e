import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { people } from "./people";
import { producers } from "./producers";

/** Requests to erase the personal data of scans, and the progress of each. */
export const erasures = pgTable(
  "erasures",
  {
    id: serviceId().primaryKey(),
    /** The producer of the scans; null for scans of every producer. */
    producerId: serviceId().references(() => producers.id),
    kind: text({ enum: ["scan", "device"] }).notNull(),
    /** The id of a scan or of a sighting. */
    scanId: serviceId(),
    /** The keyed hash of the device, until all of it is erased. */
    device: text(),
    /** The beginning of the hash, by which people recognise it. */
    hint: text(),
    requestedAt: moment().notNull(),
    requestedBy: serviceId().references(() => people.id, { onDelete: "set null" }),
    requestedByName: text().notNull(),
    /** The numbers of rows and images erased so far. */
    scans: integer().notNull().default(0),
    images: integer().notNull().default(0),
    sightings: integer().notNull().default(0),
    doneAt: moment(),
  },
  (t) => [
    index("erasures_of_producer").on(t.producerId, t.requestedAt, t.id),
    index("erasures_under_way").on(t.requestedAt, t.id).where(sql`done_at is null`),
    check("erasures_kind", sql`${t.kind} in ('scan', 'device')`),
    check("erasures_of_scan", sql`(${t.kind} = 'scan') = (${t.scanId} is not null)`),
    check("erasures_of_device", sql`(${t.kind} = 'device') = (${t.hint} is not null)`),
    check(
      "erasures_device_while_under_way",
      sql`(${t.kind} = 'device' and ${t.doneAt} is null) = (${t.device} is not null)`,
    ),
    check("erasures_counts", sql`least(${t.scans}, ${t.images}, ${t.sightings}) >= 0`),
  ],
);

export type Erasure = typeof erasures.$inferSelect;
