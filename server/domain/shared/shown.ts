import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Lists show only the beginning of a text, because a text may be a megabyte long. */
const MAX_SHOWN_CHARACTERS = 500;
/** Texts that name a file or an address are shorter. */
const MAX_ADDRESS_CHARACTERS = 2_000;

/** The beginning of a text, as long as lists show it. */
export const shownOf = (text: PgColumn | SQL) =>
  sql<string | null>`left(${text}, ${sql.raw(String(MAX_SHOWN_CHARACTERS))})`;

/** The beginning of a text that may name a file, as long as such a name can be. */
export const addressOf = (text: PgColumn) =>
  sql<string | null>`left(${text}, ${sql.raw(String(MAX_ADDRESS_CHARACTERS))})`;
