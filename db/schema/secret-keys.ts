import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** The ids of the secret keys that this database's values need. The keys themselves are never stored here. */
export const secretKeys = pgTable(
  "secret_keys",
  {
    id: text().primaryKey(),
    /** Whether this is the key of keyed hashes: one key alone, for good. */
    isHashing: boolean().notNull().default(false),
    usedFrom: moment().notNull().defaultNow(),
    /** Null while the key seals; only one key does. */
    usedUntil: moment(),
    /** Until when sessions that it sealed stay valid. */
    sessionsUntil: moment(),
    /** Since when no value needs the key; it is never used again. */
    removedAt: moment(),
    /** The cursor of resealing: hooks up to this one are sealed with the key. */
    resealedTo: serviceId(),
    /** When all hooks were resealed. */
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
