import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, unique } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { beginningOf, searchedProducer, sortedText } from "../searched";
import { producers } from "./producers";
import { scans } from "./scans";

/** Files of producers. The bytes are stored under the row's id; neither row nor bytes ever change. */
export const contents = pgTable(
  "contents",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    contentType: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** SHA-256 of the bytes; null in rows of earlier releases until a backup reads them. */
    sha256: bytes(),
    name: text(),
    description: text(),
    /** For an image of a scan: the scan, and which of the scan's three places the image takes. */
    scanId: serviceId().references(() => scans.id),
    scanPlace: smallint(),
    createdAt: moment().notNull(),
  },
  (t) => [
    index("contents_by_producer").on(t.producerId, t.createdAt, t.id),
    index("contents_by_name").on(t.producerId, sortedText(t.name), t.id),
    index("contents_by_size").on(t.producerId, t.size, t.id),
    index("contents_search")
      .using("gin", searchedProducer(t.producerId), sql`${beginningOf(t.name)} gin_trgm_ops`)
      .where(sql`name is not null`),
    unique("contents_place_in_scan").on(t.scanId, t.scanPlace),
    check("contents_size", sql`${t.size} between 0 and 10485760`),
    check("contents_sha256", sql`octet_length(${t.sha256}) = 32`),
    check("contents_content_type", sql`char_length(${t.contentType}) between 3 and 255`),
    check("contents_of_scan", sql`(${t.scanId} is null) = (${t.scanPlace} is null)`),
    check("contents_scan_place", sql`${t.scanPlace} between 1 and 3`),
  ],
);

export type Content = typeof contents.$inferSelect;
