import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../columns";

/** Backups that operators record (docs/operations/backup.md): the service itself makes none. */
export const backups = pgTable(
  "backups",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().defaultNow(),
    /** Where the backup is stored, in the operator's words. */
    place: text().notNull(),
  },
  (t) => [check("backups_place_length", sql`char_length(${t.place}) between 1 and 500`)],
);
