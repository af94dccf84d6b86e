import { customType, integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** A point in time to the millisecond, the precision of the API. */
export const moment = () => timestamp({ precision: 3, withTimezone: true, mode: "date" });

/** An id that the service creates: a UUIDv7 (server/platform/ids.ts). */
export const serviceId = () => uuid();

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** The number of scans of each verdict. */
export const verdictCounts = () => ({
  original: integer().notNull(),
  fake: integer().notNull(),
  unknown: integer().notNull(),
  error: integer().notNull(),
});
