import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { producers } from "./producers";

/** API tokens and owner keys. Only the SHA-256 of the secret is stored. */
export const tokens = pgTable(
  "tokens",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    kind: text({ enum: ["token", "ownerKey"] }).notNull(),
    name: text().notNull(),
    hash: bytes().notNull(),
    /** The last characters of the secret, by which people recognise a token. */
    hint: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment(),
    revokedAt: moment(),
    lastUsedAt: moment(),
  },
  (t) => [
    uniqueIndex("tokens_hash").on(t.hash),
    index("tokens_producer").on(t.producerId),
    check("tokens_kind", sql`${t.kind} in ('token', 'ownerKey')`),
    check("tokens_hash_length", sql`octet_length(${t.hash}) = 32`),
    check("tokens_name_length", sql`char_length(${t.name}) between 1 and 200`),
  ],
);
