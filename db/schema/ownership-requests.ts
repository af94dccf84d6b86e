import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { items } from "./items";
import { ownerships } from "./ownerships";

export const OWNERSHIP_REQUESTS = ["activation", "transfer"] as const;

/** Activations and transfers that wait for a click in an e-mail. They go when they are confirmed, cancelled or expired. */
export const ownershipRequests = pgTable(
  "ownership_requests",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId().notNull(),
    itemId: bigint({ mode: "number" }).notNull(),
    kind: text({ enum: OWNERSHIP_REQUESTS }).notNull(),
    /** The ownership that a transfer ends. */
    ownershipId: serviceId(),
    /** The future owner. */
    email: text().notNull(),
    locale: text({ enum: ["en", "de"] }).notNull(),
    /** The SHA-256 of the secret in the e-mail. */
    hash: bytes().notNull().unique("ownership_requests_hash"),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    foreignKey({
      name: "ownership_requests_item_of_producer",
      columns: [t.itemId, t.producerId],
      foreignColumns: [items.id, items.producerId],
    }),
    foreignKey({
      name: "ownership_requests_of_ownership",
      columns: [t.ownershipId, t.producerId],
      foreignColumns: [ownerships.id, ownerships.producerId],
    }).onDelete("cascade"),
    index("ownership_requests_by_item").on(t.itemId, t.expiresAt),
    index("ownership_requests_by_email").on(t.producerId, t.email),
    index("ownership_requests_expired").on(t.expiresAt),
    uniqueIndex("ownership_requests_one_transfer").on(t.ownershipId).where(sql`ownership_id is not null`),
    check("ownership_requests_kind", sql`${t.kind} in ('activation', 'transfer')`),
    check("ownership_requests_transfer", sql`(${t.kind} = 'transfer') = (${t.ownershipId} is not null)`),
    check("ownership_requests_email", sql`char_length(${t.email}) between 3 and 254`),
    check("ownership_requests_locale", sql`${t.locale} in ('en', 'de')`),
    check("ownership_requests_hash_length", sql`octet_length(${t.hash}) = 32`),
    check("ownership_requests_time", sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);
