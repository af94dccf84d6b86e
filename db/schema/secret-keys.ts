import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** The secret keys that this database's values are made with, by id; the keys themselves are never here. */
export const secretKeys = pgTable(
  "secret_keys",
  {
    id: text().primaryKey(),
    /** Keys what is hashed: one key alone, for good. */
    isHashing: boolean().notNull().default(false),
    usedFrom: moment().notNull().defaultNow(),
    /** Nothing while it seals; one key alone does. */
    usedUntil: moment(),
    /** Until then, sessions that it sealed go on. */
    sessionsUntil: moment(),
    /** From then on nothing needs it any more; it is never used again. */
    removedAt: moment(),
    /** Hooks up to this one are sealed with it, in the batches that seal older values anew. */
    resealedTo: serviceId(),
    /** When all were. */
    resealedAt: moment(),
  },
  (t) => [
    check("secret_keys_id", sql`${t.id} ~ '^[0-9a-f]{16}$'`),
    check("secret_keys_used", sql`(${t.usedUntil} is null) = (${t.sessionsUntil} is null)`),
    uniqueIndex("secret_keys_one_current").on(sql`(true)`).where(sql`used_until is null`),
    uniqueIndex("secret_keys_one_hashing").on(t.isHashing).where(sql`is_hashing`),
  ],
);

export type SecretKeyRow = typeof secretKeys.$inferSelect;
