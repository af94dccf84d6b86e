import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { ownerships } from "./ownerships";

/** Links to the owner's page of an item. Only the SHA-256 of a link's secret is stored. */
export const ownerLinks = pgTable(
  "owner_links",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId().notNull(),
    ownershipId: serviceId().notNull(),
    hash: bytes().notNull().unique("owner_links_hash"),
    createdAt: moment().notNull(),
  },
  (t) => [
    foreignKey({
      name: "owner_links_of_ownership",
      columns: [t.ownershipId, t.producerId],
      foreignColumns: [ownerships.id, ownerships.producerId],
    }).onDelete("cascade"),
    index("owner_links_by_ownership").on(t.ownershipId, t.createdAt, t.id),
    check("owner_links_hash_length", sql`octet_length(${t.hash}) = 32`),
  ],
);
