import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { cases } from "./cases";
import { contents } from "./contents";
import { people } from "./people";
import { producers } from "./producers";

export const INSPECTION_VERDICTS = ["genuine", "suspicious", "unknown"] as const;

/** What members found in the field (decision 0084). An inspection has the id of its scan, or of its sighting. */
export const inspections = pgTable(
  "inspections",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id, { onDelete: "cascade" }),
    /** Null for a person who was deleted since. */
    personId: serviceId().references(() => people.id, { onDelete: "set null" }),
    /** Made by the device: a repeated call with it records nothing. */
    key: serviceId().notNull(),
    /** The content of the code, cut to the longest possible identifier. */
    code: text().notNull(),
    note: text().notNull(),
    /** Whether the inspector wants it in a case whatever the answer. */
    isFlagged: boolean().notNull(),
    /** The radius of the place in metres, as the device told it. */
    accuracy: doublePrecision(),
    /** The clock of the device when the code was read. */
    deviceTime: moment().notNull(),
    /** The answer; null until the scan is recorded. */
    verdict: text({ enum: INSPECTION_VERDICTS }),
    /** Whether an item of the producer has the code; null with the verdict. */
    isRegistered: boolean(),
    caseId: serviceId().references(() => cases.id, { onDelete: "set null" }),
    createdAt: moment().notNull(),
  },
  (t) => [
    unique("inspections_once").on(t.producerId, t.personId, t.key),
    index("inspections_by_producer").on(t.producerId, t.createdAt, t.id),
    index("inspections_by_time").on(t.createdAt, t.id),
    index("inspections_by_code").on(t.producerId, t.code, t.id),
    index("inspections_by_person").on(t.personId).where(sql`person_id is not null`),
    index("inspections_by_case").on(t.caseId, t.id).where(sql`case_id is not null`),
    check("inspections_code", sql`char_length(${t.code}) between 1 and 200`),
    check("inspections_note", sql`char_length(${t.note}) <= 2000`),
    check("inspections_accuracy", sql`${t.accuracy} between 0 and 1e8`),
    check("inspections_verdict", sql`${t.verdict} in ('genuine', 'suspicious', 'unknown')`),
    check("inspections_answered", sql`(${t.verdict} is null) = (${t.isRegistered} is null)`),
  ],
);

export type Inspection = typeof inspections.$inferSelect;

/** The guided photos of inspections: files of the producer, with the bytes that the device sent. */
export const inspectionPhotos = pgTable(
  "inspection_photos",
  {
    inspectionId: serviceId()
      .notNull()
      .references(() => inspections.id, { onDelete: "cascade" }),
    /** What it shows, such as `front`. */
    name: text().notNull(),
    contentId: serviceId()
      .notNull()
      .references(() => contents.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ name: "inspection_photos_pkey", columns: [t.inspectionId, t.name] }),
    unique("inspection_photos_by_content").on(t.contentId),
    check("inspection_photos_name", sql`char_length(${t.name}) between 1 and 40`),
  ],
);
