import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../columns";

/** Every background loop of the service (decision 0035). */
export const LOOPS = [
  "assessing",
  "counting",
  "queueing",
  "delivering",
  "evaluatingRules",
  "mailingAlerts",
  "messagingChannels",
  "erasing",
  "retention",
  "attributingCodes",
  "oldEvents",
  "partitioning",
  "oldKeys",
  "failedSignIns",
  "endedSessions",
  "oldSecrets",
  "oldOwnershipRequests",
  "oldSessions",
  "stalePictures",
  "orphans",
  "countingBytes",
  "measuringStorage",
  "oldAuditEvents",
  "oldAlerts",
  "oldCases",
  "oldInspections",
  "oldSightings",
  "oldReports",
  "oldTokens",
  "oldInvitations",
  "oldHooks",
  "oldBackups",
  "deletedItems",
  "learningKeys",
  "resealing",
  "releasingHooks",
  "oldSetAside",
  "runningJobs",
  "oldJobs",
  "oldImports",
  "oldPrints",
  "oldEvidence",
  "oldCalls",
  "discardedSandboxes",
  "backingUp",
  "copyingLog",
] as const;

export type LoopName = (typeof LOOPS)[number];

/** The state of each background loop that has ever run, over all processes. */
export const loopStates = pgTable(
  "loop_states",
  {
    loop: text({ enum: LOOPS }).primaryKey(),
    /** Between the end of a pass and the next. */
    intervalMs: integer().notNull(),
    /** The newest successful pass, written at most twice a minute. */
    succeededAt: moment(),
    /** Since when no pass has succeeded; null while passes succeed. */
    failingSince: moment(),
    failedAt: moment(),
    /** The error of the newest failed pass: its SQLSTATE or kind, and its message. */
    errorCode: text(),
    error: text(),
  },
  (t) => [
    check("loop_states_loop", sql`${t.loop} ~ '^[a-zA-Z]{1,40}$'`),
    check("loop_states_interval", sql`${t.intervalMs} > 0`),
    check("loop_states_error", sql`num_nonnulls(${t.failedAt}, ${t.errorCode}, ${t.error}) in (0, 3)`),
    check("loop_states_lengths", sql`char_length(${t.errorCode}) <= 40 and char_length(${t.error}) <= 500`),
  ],
);
