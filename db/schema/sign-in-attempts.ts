import { sql } from "drizzle-orm";
import { check, index, integer, pgTable } from "drizzle-orm/pg-core";
import { bytes, moment } from "../columns";

/** Failed attempts to sign in, counted from the first until the window ends. The counted key is stored as a keyed hash. */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  {
    key: bytes().primaryKey(),
    failed: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [
    index("sign_in_attempts_ended").on(t.endsAt),
    check("sign_in_attempts_key_length", sql`octet_length(${t.key}) = 32`),
    check("sign_in_attempts_failed", sql`${t.failed} >= 0`),
  ],
);
