import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Lists show the beginning of a text, which may be a megabyte. */
const MAX_SHOWN_CHARACTERS = 500;
/** What names a file or an address is shorter. */
const MAX_ADDRESS_CHARACTERS = 2_000;

/** As much of a text as lists show. */
export const shownOf = (text: PgColumn) =>
  sql<string | null>`left(${text}, ${sql.raw(String(MAX_SHOWN_CHARACTERS))})`;

/** As much of what may name a file as can do so. */
export const addressOf = (text: PgColumn) =>
  sql<string | null>`left(${text}, ${sql.raw(String(MAX_ADDRESS_CHARACTERS))})`;
