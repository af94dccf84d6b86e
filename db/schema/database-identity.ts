import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../columns";

/** Which cluster and timeline the database was last seen in: a restored one is in another. One row. */
export const databaseIdentity = pgTable(
  "database_identity",
  {
    only: boolean().primaryKey().default(true),
    identity: text().notNull(),
    /** When another identity was first seen; null while it has been the same. */
    changedAt: moment(),
  },
  (t) => [
    check("database_identity_one_row", sql`${t.only}`),
    check("database_identity_length", sql`char_length(${t.identity}) between 1 and 100`),
  ],
);
