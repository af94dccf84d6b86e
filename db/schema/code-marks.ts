import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

export const CODE_MARKS = ["dismissed", "counterfeit"] as const;

/** What members of a producer have made of its unregistered codes; a code without a row is open. */
export const codeMarks = pgTable(
  "code_marks",
  {
    producerId: serviceId()
      .notNull()
      .references(() => producers.id, { onDelete: "cascade" }),
    identifier: text().notNull(),
    mark: text({ enum: CODE_MARKS }).notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ name: "code_marks_pkey", columns: [t.producerId, t.identifier] }),
    check("code_marks_mark", sql`${t.mark} in ('dismissed', 'counterfeit')`),
    check("code_marks_identifier_length", sql`char_length(${t.identifier}) <= 200`),
  ],
);
