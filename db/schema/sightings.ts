import { sql } from "drizzle-orm";
import { check, doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

/** Scans of identifiers that no item has: the trace of made-up codes. */
export const sightings = pgTable(
  "sightings",
  {
    id: serviceId().primaryKey(),
    identifier: text().notNull(),
    timestamp: moment().notNull(),
    copyclassification: text({ enum: ["original", "fake", "unknown", "error"] }).notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    country: text(),
    continent: text(),
    os: text(),
    device: text(),
    softwareversion: text(),
    creator: serviceId(),
    /**
     * The producer that the sighting concerns: the one whose item once had the identifier, else the one whose token came
     * with the scan, else the one with similar codes (decision 0046); null where it concerns only admins.
     */
    producerId: serviceId().references(() => producers.id),
  },
  (t) => [
    index("sightings_by_time").on(t.timestamp, t.id),
    index("sightings_by_producer").on(t.producerId, t.timestamp, t.id).where(sql`producer_id is not null`),
    // By producer: of an identifier that is scanned everywhere, only a few sightings concern each producer.
    index("sightings_by_identifier")
      .on(t.producerId, t.identifier, t.timestamp, t.id)
      .where(sql`producer_id is not null`),
    // For admins, who see the sightings of all producers and of none.
    index("sightings_of_identifier").on(t.identifier, t.timestamp, t.id),
    // For admins alone: sightings that concern no producer.
    index("sightings_unclaimed").on(t.timestamp, t.id).where(sql`producer_id is null`),
    index("sightings_unclaimed_by_identifier")
      .on(t.identifier, t.timestamp, t.id)
      .where(sql`producer_id is null`),
    index("sightings_by_device").on(t.device, t.timestamp, t.id).where(sql`device is not null`),
    check("sightings_identifier_length", sql`char_length(${t.identifier}) <= 200`),
    check(
      "sightings_copyclassification",
      sql`${t.copyclassification} in ('original', 'fake', 'unknown', 'error')`,
    ),
  ],
);
