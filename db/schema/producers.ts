import { sql } from "drizzle-orm";
import { bigint, check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

export const producers = pgTable(
  "producers",
  {
    id: serviceId().primaryKey(),
    name: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Bytes that its own contents may take; the images of its scans may take as many again. */
    quota: bigint({ mode: "number" }).notNull().default(1_073_741_824),
    contentBytes: bigint({ mode: "number" }).notNull().default(0),
    scanImageBytes: bigint({ mode: "number" }).notNull().default(0),
    /** From then on its tokens are refused, its members only read, and its hooks are not called (decision 0028). */
    suspendedAt: moment(),
    /** In an admin's words, for its members. */
    suspendedReason: text(),
    /** From then on it is suspended for good (decision 0046): its members no longer see it, and its hooks are gone. */
    closedAt: moment(),
    /** For so many days its scans keep their precise place, what they say of devices, and their images; null is for good. */
    preciseDays: integer().default(90),
    deviceDays: integer().default(400),
    imageDays: integer().default(400),
  },
  (t) => [
    check("producers_name_length", sql`char_length(${t.name}) between 1 and 200`),
    check("producers_suspended", sql`(${t.suspendedAt} is null) = (${t.suspendedReason} is null)`),
    check("producers_closed_is_suspended", sql`${t.closedAt} is null or ${t.suspendedAt} is not null`),
    check("producers_suspended_reason", sql`char_length(${t.suspendedReason}) between 1 and 500`),
    check(
      "producers_retention",
      sql`${t.preciseDays} between 7 and 3650 and ${t.deviceDays} between 7 and 3650 and ${t.imageDays} between 7 and 3650`,
    ),
    check("producers_bytes", sql`${t.contentBytes} >= 0 and ${t.scanImageBytes} >= 0 and ${t.quota} >= 0`),
  ],
);

export type Producer = typeof producers.$inferSelect;
