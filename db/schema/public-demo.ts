import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

/** The demo that the landing page opens, in at most one row (decision 0086). Until it is created, the row is a lease. */
export const publicDemo = pgTable(
  "public_demo",
  {
    /** Always true, so that there is one row. */
    only: boolean().primaryKey().default(true),
    producerId: serviceId().references(() => producers.id, { onDelete: "cascade" }),
    /** Codes that visitors check: of an item with usual scans, of one with unusual scans, and of no item. */
    genuineCode: text(),
    suspiciousCode: text(),
    unknownCode: text(),
    createdAt: moment(),
    /** The progress of creating it. */
    percent: integer().notNull().default(0),
    /** Until when the process that creates it has time for its next step. */
    leaseUntil: moment().notNull(),
  },
  (t) => [
    unique("public_demo_producer").on(t.producerId),
    check("public_demo_only", sql`${t.only}`),
    check("public_demo_percent", sql`${t.percent} between 0 and 100`),
    check(
      "public_demo_whole",
      sql`num_nonnulls(${t.producerId}, ${t.genuineCode}, ${t.suspiciousCode}, ${t.unknownCode}, ${t.createdAt}) in (0, 5)`,
    ),
  ],
);
