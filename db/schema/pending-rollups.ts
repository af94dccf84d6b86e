import { sql } from "drizzle-orm";
import { bigint, check, doublePrecision, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** Changes of scans since the last counting: new values (1), and the values before a change or a deletion (-1). */
export const pendingRollups = pgTable(
  "pending_rollups",
  {
    n: smallint().notNull(),
    producerId: serviceId().notNull(),
    itemId: bigint({ mode: "number" }).notNull(),
    copyclassification: text().notNull(),
    timestamp: moment().notNull(),
    country: text(),
    os: text(),
    groupId: serviceId(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The bytes of the scanner's data; negative for values before a change. */
    bytes: integer().notNull().default(0),
  },
  (t) => [check("pending_rollups_n", sql`${t.n} in (1, -1)`)],
);
