import { sql } from "drizzle-orm";
import { check, doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

/** Why a sighting concerns its producer: by a kind of pattern, or by a similar identifier. */
export const BASES = ["item", "token", "prefix", "gs1", "shape", "similar", "inspection"] as const;
export type Basis = (typeof BASES)[number];

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
     * The producer that the sighting concerns: of an inspection the inspector's, else the one whose item once had the identifier, else the one whose token came
     * with the scan, else the one that claims the code, else the one with the nearest identifier (decision 0080); null where
     * it concerns only admins.
     */
    producerId: serviceId().references(() => producers.id),
    /** Why it concerns the producer; null for admins' sightings and for those before the column. */
    basis: text({ enum: BASES }),
    /** The claimed pattern, or the identifier that is nearest to the code. */
    basisText: text(),
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
      "sightings_basis",
      sql`${t.basis} in ('item', 'token', 'prefix', 'gs1', 'shape', 'similar', 'inspection')`,
    ),
    check("sightings_basis_text", sql`char_length(${t.basisText}) <= 400`),
    check(
      "sightings_copyclassification",
      sql`${t.copyclassification} in ('original', 'fake', 'unknown', 'error')`,
    ),
  ],
);
