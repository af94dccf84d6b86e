import { sql } from "drizzle-orm";
import { bigint, check, pgTable, smallint } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** Producers are divided into shares by `share_of(producer_id)`; background work holds shares, never single producers. */
export const SHARES = 16;

/** Which scans of each share of producers are assessed, and which process assesses it (decision 0026). */
export const assessmentProgress = pgTable(
  "assessment_progress",
  {
    share: smallint().primaryKey(),
    /** Every scan with a lower id is assessed, unless it is in `late_scans` or in the backlog. */
    settled: serviceId().notNull(),
    /** The next value of `settled`, once the transactions below `nextXid` have ended, which may still write lower ids. */
    next: serviceId().notNull(),
    nextXid: bigint({ mode: "number" }).notNull(),
    /** Scans from before there were assessments: ids above the first value, up to the second. */
    backlogFrom: serviceId().notNull(),
    backlogUntil: serviceId().notNull(),
    /** The process that assessed the share last, and until when others leave it to that process. */
    holder: serviceId(),
    heldUntil: moment(),
  },
  (t) => [check("assessment_progress_share", sql`${t.share} between 0 and ${sql.raw(String(SHARES - 1))}`)],
);
