import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** One row: which scans have been assessed, and who assesses (decision 0026). */
export const assessmentProgress = pgTable(
  "assessment_progress",
  {
    only: boolean().primaryKey().default(true),
    /** Every scan with a lower id is assessed, unless it is in `late_scans` or in the backlog. */
    settled: serviceId().notNull(),
    /** Settled next: once the transactions have ended that may still bring lower ids, those below `nextXid`. */
    next: serviceId().notNull(),
    nextXid: bigint({ mode: "number" }).notNull(),
    /** Scans from before there were assessments: ids above the first, up to the second. */
    backlogFrom: serviceId().notNull(),
    backlogUntil: serviceId().notNull(),
    /** Who assesses; others leave it to them for so long. */
    holder: serviceId(),
    heldUntil: moment(),
  },
  (t) => [check("assessment_progress_one_row", sql`${t.only}`)],
);
