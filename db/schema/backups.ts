import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../columns";

/** What operators say of backups that they made (docs/operations/backup.md): the service itself makes none. */
export const backups = pgTable(
  "backups",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().defaultNow(),
    /** Where it lies, in their words. */
    place: text().notNull(),
  },
  (t) => [check("backups_place_length", sql`char_length(${t.place}) between 1 and 500`)],
);
