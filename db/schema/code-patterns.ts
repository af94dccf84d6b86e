import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

export const PATTERN_KINDS = ["prefix", "gs1", "shape"] as const;
export const PATTERN_STATES = ["active", "contested", "rejected", "withdrawn"] as const;

/**
 * The forms of codes that producers claim (decision 0080). Only active ones attribute scans; a contested one waits for an admin.
 * Rows stay when a claim ends, as the record of what was decided.
 */
export const codePatterns = pgTable(
  "code_patterns",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id, { onDelete: "cascade" }),
    kind: text({ enum: PATTERN_KINDS }).notNull(),
    text: text().notNull(),
    /** The fixed characters at the start, by which the pattern of a code is found. */
    head: text().notNull(),
    /** The number of fixed characters. */
    fixed: integer().notNull(),
    /** The start without one or two of its characters, by which patterns of miswritten codes are found. */
    near: text().array().notNull(),
    state: text({ enum: PATTERN_STATES }).notNull(),
    /** The reason of an admin's decision. */
    note: text(),
    createdAt: moment().notNull(),
    /** When the state last changed. */
    changedAt: moment().notNull(),
    /** Which unassigned rows are still compared with an active pattern. */
    sweep: text({ enum: ["sightings", "reports", "done"] }).notNull(),
    /** The last row compared. */
    sweptAt: moment(),
    sweptId: serviceId(),
    /** The number of unassigned sightings and reports that became the producer's. */
    attributed: integer().notNull().default(0),
  },
  (t) => [
    index("code_patterns_by_producer").on(t.producerId, t.createdAt, t.id),
    uniqueIndex("code_patterns_of_producer")
      .on(t.producerId, t.kind, t.text)
      .where(sql`state in ('active', 'contested')`),
    index("code_patterns_by_head").on(sql`${t.head} collate "C"`).where(sql`state = 'active'`),
    // Without a list of pending entries, which each lookup would read.
    index("code_patterns_near").using("gin", t.near).with({ fastupdate: false }).where(sql`state = 'active'`),
    index("code_patterns_contested").on(t.changedAt, t.id).where(sql`state = 'contested'`),
    index("code_patterns_to_sweep").on(t.changedAt, t.id).where(sql`state = 'active' and sweep <> 'done'`),
    check("code_patterns_kind", sql`${t.kind} in ('prefix', 'gs1', 'shape')`),
    check("code_patterns_state", sql`${t.state} in ('active', 'contested', 'rejected', 'withdrawn')`),
    check("code_patterns_sweep", sql`${t.sweep} in ('sightings', 'reports', 'done')`),
    check("code_patterns_swept", sql`(${t.sweptAt} is null) = (${t.sweptId} is null)`),
    check("code_patterns_text", sql`char_length(${t.text}) between 4 and 400`),
    check("code_patterns_head", sql`char_length(${t.head}) between 2 and 200`),
    check("code_patterns_company_prefix", sql`${t.kind} <> 'gs1' or ${t.text} ~ '^[0-9]{6,12}$'`),
    check("code_patterns_fixed", sql`${t.fixed} between 2 and 200`),
    check("code_patterns_near_count", sql`cardinality(${t.near}) <= 60`),
    check("code_patterns_note", sql`char_length(${t.note}) <= 500`),
    check("code_patterns_attributed", sql`${t.attributed} >= 0`),
  ],
);

export type CodePattern = typeof codePatterns.$inferSelect;
