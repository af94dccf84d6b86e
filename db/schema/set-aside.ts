import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "../columns";
import { LOOPS } from "./loop-states";

/** Pieces of work that fail alone, set aside so that the rest continues; each is retried later (decision 0035). */
export const setAside = pgTable(
  "set_aside",
  {
    loop: text({ enum: LOOPS }).notNull(),
    /** The key of the piece within its loop: the id of a scan, of an event, of a rule. */
    key: text().notNull(),
    reason: text().notNull(),
    firstFailedAt: moment().notNull(),
    lastFailedAt: moment().notNull(),
    attempts: integer().notNull(),
    retryAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loop, t.key] }),
    index("set_aside_by_age").on(t.loop, t.firstFailedAt),
    check(
      "set_aside_lengths",
      sql`char_length(${t.key}) between 1 and 400 and char_length(${t.reason}) <= 500`,
    ),
    check("set_aside_attempts", sql`${t.attempts} > 0`),
  ],
);
