import { sql } from "drizzle-orm";
import { check, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, moment } from "../columns";

/** The links that create the first admin; only one is open at a time. Only the SHA-256 of a link's secret is stored. */
export const setupLinks = pgTable(
  "setup_links",
  {
    hash: bytes().primaryKey(),
    createdAt: moment().notNull().defaultNow(),
    usedAt: moment(),
  },
  (t) => [
    uniqueIndex("setup_links_one_open").on(sql`(used_at is null)`).where(sql`used_at is null`),
    check("setup_links_hash_length", sql`octet_length(${t.hash}) = 32`),
  ],
);
