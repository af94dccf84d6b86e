import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  text,
} from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { items } from "./items";

export const scans = pgTable(
  "scans",
  {
    id: serviceId().primaryKey(),
    itemId: bigint({ mode: "number" }).notNull(),
    producerId: serviceId().notNull(),
    identifier: text().notNull(),
    timestamp: moment().notNull(),
    copyclassification: text({ enum: ["original", "fake", "unknown", "error"] }).notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    country: text(),
    continent: text(),
    data: jsonb().$type<JsonObject>().notNull(),
    softwareInfo: jsonb().$type<JsonObject>(),
    deviceInfo: jsonb().$type<JsonObject>(),
    os: text(),
    device: text(),
    softwareversion: text(),
    /** The producer whose token came with the scan; null is the API's `unknown`. It may be one of another cell. */
    creator: serviceId(),
    /** The group of the item at the time; it may be deleted. */
    groupId: serviceId(),
    /** Whether the place was reduced to the centre of a cell of 0.1 degrees. */
    coarse: boolean().notNull().default(false),
    /** Whether the scanner's data was not stored, because the producer's quota for it was used up. */
    dataDropped: boolean().notNull().default(false),
    /** Since when the scan has no personal data. */
    erasedAt: moment(),
  },
  (t) => [
    foreignKey({
      name: "scans_item_of_producer",
      columns: [t.itemId, t.producerId],
      foreignColumns: [items.id, items.producerId],
    }),
    index("scans_by_item").on(t.itemId, t.timestamp, t.id),
    index("scans_by_producer").on(t.producerId, t.timestamp, t.id),
    index("scans_by_country").on(t.producerId, t.country, t.timestamp, t.id),
    // Regardless of case, and only the beginning, because a scanner may send any text.
    index("scans_by_os").on(t.producerId, sql`system_of(os)`, t.timestamp, t.id),
    // Half as long as the devices themselves.
    index("scans_by_device_hash")
      .on(t.producerId, sql`hashtextextended(device, 0)`, t.timestamp, t.id)
      .where(sql`device is not null`),
    index("scans_by_group").on(t.producerId, t.groupId, t.timestamp, t.id).where(sql`group_id is not null`),
    // Most scans are originals. Includes the columns that fakes are counted by, so that counting reads only the index.
    index("scans_not_original")
      .on(t.producerId, t.copyclassification, t.timestamp, t.id, t.itemId, t.country)
      .where(sql`copyclassification <> 'original'`),
    index("scans_fakes_of_item").on(t.itemId, t.timestamp, t.country).where(sql`copyclassification = 'fake'`),
    // Includes the columns that a close view of the map shows, so that the map reads only the index.
    index("scans_by_place")
      .on(
        t.producerId,
        sql`tile_x(longitude, 13)`,
        sql`tile_y(latitude, 13)`,
        t.timestamp,
        t.latitude,
        t.longitude,
        t.copyclassification,
      )
      .where(sql`latitude is not null`),
    check(
      "scans_copyclassification",
      sql`${t.copyclassification} in ('original', 'fake', 'unknown', 'error')`,
    ),
    check(
      "scans_location",
      sql`(${t.latitude} is null) = (${t.longitude} is null) and ${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180`,
    ),
    check("scans_coarse", sql`not ${t.coarse} or ${t.latitude} is not null`),
    check(
      "scans_erased",
      sql`${t.erasedAt} is null or num_nonnulls(${t.latitude}, ${t.softwareInfo}, ${t.deviceInfo}, ${t.os}, ${t.device}, ${t.softwareversion}) = 0 and ${t.data} = '{}'`,
    ),
    check("scans_country", sql`${t.country} ~ '^[A-Z]{2}$'`),
    check("scans_continent", sql`${t.continent} in ('AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA')`),
  ],
);

export type Scan = typeof scans.$inferSelect;
