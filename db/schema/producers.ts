import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

export const producers = pgTable(
  "producers",
  {
    id: serviceId().primaryKey(),
    name: text().notNull(),
    /** The number of the sandbox that this is (decision 0078); 0 for a producer of real items. */
    sandbox: integer().notNull().default(0),
    /** The producer whose sandbox this is. Its members are those of the sandbox. */
    sandboxOf: serviceId(),
    /** Whether it was created for visitors of the public demo (decision 0086): once it is closed, it is deleted. */
    isPublicDemo: boolean().notNull().default(false),
    createdAt: moment().notNull().defaultNow(),
    /** Bytes that its own files may take; the images of its scans may take as many again. */
    quota: bigint({ mode: "number" }).notNull().default(1_073_741_824),
    /** Bytes that its records may take (items, groups, webhooks and their histories); the data of its scans may take as many again. */
    recordQuota: bigint({ mode: "number" }).notNull().default(10_737_418_240),
    /** When all of its records were first summed up; null for an older producer whose records are summed up soon. */
    storageMeasuredAt: moment().defaultNow(),
    contentBytes: bigint({ mode: "number" }).notNull().default(0),
    scanImageBytes: bigint({ mode: "number" }).notNull().default(0),
    /** Since when its tokens are refused, its members only read, and its hooks are not called (decision 0028). */
    suspendedAt: moment(),
    /** An admin's explanation for its members. */
    suspendedReason: text(),
    /** Since when it is suspended for good (decision 0046): its members no longer see it, and its hooks are deleted. */
    closedAt: moment(),
    /** Days for which its scans keep their precise place, their data of devices, and their images; null means forever. */
    preciseDays: integer().default(90),
    deviceDays: integer().default(400),
    imageDays: integer().default(400),
    /** Whether its members act only in sessions in which a second factor was proven. */
    requiresSecondFactor: boolean().notNull().default(false),
    /** What inspectors are asked to photograph, in this order. */
    guidedPhotos: text().array().notNull().default(["front", "seam", "label"]),
  },
  (t) => [
    foreignKey({ name: "producers_sandbox_of", columns: [t.sandboxOf], foreignColumns: [t.id] }),
    unique("producers_in_sandbox").on(t.id, t.sandbox),
    uniqueIndex("producers_sandbox_number").on(t.sandbox).where(sql`sandbox > 0`),
    uniqueIndex("producers_open_sandbox").on(t.sandboxOf).where(sql`sandbox > 0 and closed_at is null`),
    check("producers_sandbox", sql`${t.sandbox} >= 0 and (${t.sandbox} = 0) = (${t.sandboxOf} is null)`),
    check("producers_name_length", sql`char_length(${t.name}) between 1 and 200`),
    check("producers_suspended", sql`(${t.suspendedAt} is null) = (${t.suspendedReason} is null)`),
    check("producers_closed_is_suspended", sql`${t.closedAt} is null or ${t.suspendedAt} is not null`),
    check("producers_suspended_reason", sql`char_length(${t.suspendedReason}) between 1 and 500`),
    check(
      "producers_retention",
      sql`${t.preciseDays} between 7 and 3650 and ${t.deviceDays} between 7 and 3650 and ${t.imageDays} between 7 and 3650`,
    ),
    check("producers_bytes", sql`${t.contentBytes} >= 0 and ${t.scanImageBytes} >= 0 and ${t.quota} >= 0`),
    check(
      "producers_guided_photos",
      sql`cardinality(${t.guidedPhotos}) <= 6 and array_position(${t.guidedPhotos}, null) is null`,
    ),
    check("producers_record_quota", sql`${t.recordQuota} >= 0`),
  ],
);

export type Producer = typeof producers.$inferSelect;
