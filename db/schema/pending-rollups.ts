import { sql } from "drizzle-orm";
import { bigint, check, doublePrecision, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** What became of scans since they were last counted: as they came (1), and as they were before they changed or went (-1). */
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
    /** What the scanner's data takes; negative for scans as they were. */
    bytes: integer().notNull().default(0),
  },
  (t) => [check("pending_rollups_n", sql`${t.n} in (1, -1)`)],
);
