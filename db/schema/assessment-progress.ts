import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** One row: which scans are assessed, and which process holds the lease (decision 0026). */
export const assessmentProgress = pgTable(
  "assessment_progress",
  {
    only: boolean().primaryKey().default(true),
    /** Every scan with a lower id is assessed, unless it is in `late_scans` or in the backlog. */
    settled: serviceId().notNull(),
    /** The next value of `settled`, once the transactions below `nextXid` have ended, which may still write lower ids. */
    next: serviceId().notNull(),
    nextXid: bigint({ mode: "number" }).notNull(),
    /** Scans from before there were assessments: ids above the first value, up to the second. */
    backlogFrom: serviceId().notNull(),
    backlogUntil: serviceId().notNull(),
    /** The process that assesses, and the end of its lease. */
    holder: serviceId(),
    heldUntil: moment(),
  },
  (t) => [check("assessment_progress_one_row", sql`${t.only}`)],
);
