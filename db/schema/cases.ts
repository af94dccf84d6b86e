import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { people } from "./people";
import { producers } from "./producers";

export const CASE_STATES = [
  "new",
  "investigating",
  "confirmed",
  "dismissed",
  "handedOver",
  "closed",
] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Investigations of producers, deleted three years after they were closed or dismissed: what belongs together, who is responsible, and what was decided. */
export const cases = pgTable(
  "cases",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id, { onDelete: "cascade" }),
    /** Counts the producer's cases, so that people can name them. */
    number: integer().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    state: text({ enum: CASE_STATES }).notNull().default("new"),
    /** The member who is responsible. */
    ownerId: serviceId().references(() => people.id, { onDelete: "set null" }),
    dueOn: date({ mode: "string" }),
    /** Sorted, each once. */
    tags: text().array().notNull().default([]),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    /** When it was confirmed or dismissed; null until then, and again once it is reopened. */
    decidedAt: moment(),
    closedAt: moment(),
  },
  (t) => [
    unique("cases_of_producer").on(t.id, t.producerId),
    unique("cases_number").on(t.producerId, t.number),
    index("cases_by_producer").on(t.producerId, t.updatedAt, t.id),
    index("cases_by_state").on(t.producerId, t.state, t.updatedAt, t.id),
    index("cases_ended").on(t.updatedAt).where(sql`state in ('dismissed', 'closed')`),
    index("cases_by_owner").on(t.ownerId).where(sql`owner_id is not null`),
    check("cases_number_positive", sql`${t.number} > 0`),
    check("cases_title", sql`char_length(${t.title}) between 1 and 100`),
    check("cases_summary", sql`char_length(${t.summary}) <= 4000`),
    check(
      "cases_state",
      sql`${t.state} in ('new', 'investigating', 'confirmed', 'dismissed', 'handedOver', 'closed')`,
    ),
    check("cases_tags", sql`cardinality(${t.tags}) <= 20`),
    check("cases_decided", sql`(${t.decidedAt} is null) = (${t.state} in ('new', 'investigating'))`),
    check("cases_closed", sql`(${t.closedAt} is not null) = (${t.state} = 'closed')`),
  ],
);

export type Case = typeof cases.$inferSelect;
