import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
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
    /** What a token may do; null for every call. Names that a build does not know allow nothing. */
    scopes: text().array(),
    /** Null for the limit of all tokens alone. */
    requestsPerMinute: integer(),
    /** The networks that it may be used from, in canonical CIDR form; null for all. */
    networks: text().array(),
  },
  (t) => [
    uniqueIndex("tokens_hash").on(t.hash),
    index("tokens_producer").on(t.producerId),
    check("tokens_kind", sql`${t.kind} in ('token', 'ownerKey')`),
    check("tokens_hash_length", sql`octet_length(${t.hash}) = 32`),
    check("tokens_scopes", sql`cardinality(${t.scopes}) between 1 and 50`),
    check("tokens_requests_per_minute", sql`${t.requestsPerMinute} between 1 and 3000`),
    check("tokens_networks", sql`cardinality(${t.networks}) between 1 and 20`),
    check("tokens_name_length", sql`char_length(${t.name}) between 1 and 200`),
  ],
);

export type Token = typeof tokens.$inferSelect;
