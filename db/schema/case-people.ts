import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { cases } from "./cases";

export const CASE_ROLES = ["seller", "buyer", "witness", "authority", "lawyer", "other"] as const;
export type CaseRole = (typeof CASE_ROLES)[number];

/** People outside the producer whom a case is about or who help with it. Personal data: removing one deletes the row. */
export const casePeople = pgTable(
  "case_people",
  {
    id: serviceId().primaryKey(),
    caseId: serviceId()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    role: text({ enum: CASE_ROLES }).notNull(),
    name: text().notNull(),
    /** How to reach the person, or where they sell. */
    contact: text().notNull(),
    note: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    index("case_people_of_case").on(t.caseId, t.id),
    check(
      "case_people_role",
      sql`${t.role} in ('seller', 'buyer', 'witness', 'authority', 'lawyer', 'other')`,
    ),
    check("case_people_name", sql`char_length(${t.name}) between 1 and 100`),
    check("case_people_contact", sql`char_length(${t.contact}) <= 500`),
    check("case_people_note", sql`char_length(${t.note}) <= 1000`),
  ],
);
