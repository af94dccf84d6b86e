import { customType, integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** A point in time to the millisecond, which is what the interface speaks. */
export const moment = () => timestamp({ precision: 3, withTimezone: true, mode: "date" });

/** An id made by the service: a UUIDv7 (see server/platform/ids.ts). */
export const serviceId = () => uuid();

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** How many scans there were of each verdict. */
export const verdictCounts = () => ({
  original: integer().notNull(),
  fake: integer().notNull(),
  unknown: integer().notNull(),
  error: integer().notNull(),
});
