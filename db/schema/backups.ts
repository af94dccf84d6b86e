import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment } from "../columns";

/** Backups that the service made, and those that operators note (docs/operations/backup.md). */
export const backups = pgTable(
  "backups",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().defaultNow(),
    /** Where the backup is stored: a folder, or an operator's words. */
    place: text().notNull(),
    /** The name of a backup that the service made. */
    name: text(),
    /** When the backup was restored for a trial, and everything in it was found. */
    verifiedAt: moment(),
  },
  (t) => [
    unique("backups_name").on(t.name),
    check("backups_place_length", sql`char_length(${t.place}) between 1 and 500`),
    check("backups_verified", sql`${t.verifiedAt} is null or ${t.name} is not null`),
  ],
);
