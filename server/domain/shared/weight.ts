import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** A value that an older version compressed counts as much, at most: few were larger when they came in. */
const MAX_UNPACKED_BYTES = 1024 * 1024;
/** Pglz packs 91 bytes into one at best. A page may rather be short than long. */
const WORST_COMPRESSION = 100;
/** Of usual texts. */
const USUAL_COMPRESSION = 8;

/**
 * Bytes that reading a column takes. The value itself is not read: JSON is stored as it is (`storage external`), so that
 * its length is known.
 */
const weight = (column: SQL, compression: number) =>
  sql`case when pg_column_compression(${column}) is null then coalesce(pg_column_size(${column}), 0)
    else least(${sql.raw(String(compression))} * pg_column_size(${column}), ${sql.raw(String(MAX_UNPACKED_BYTES))}) end`;

/** Bytes that reading the columns takes, at most. */
export const weightOf = (...columns: PgColumn[]): SQL<number> =>
  sql<number>`${sql.join(
    columns.map((column) => weight(sql`${column}`, WORST_COMPRESSION)),
    sql` + `,
  )}`;

/** A statement for many callers carries items and groups of which no more is said. */
export const MAX_LIGHT_BYTES = 8 * 1024;

/** How much is said of an item or a group, a row of `table`; as text. */
export function bytesOf(table: string): string {
  const bytes = ["data", "verificationinfos", "title", "image"].map((column) => {
    const name = `${table}.${column}`;
    return `coalesce(pg_column_size(${name}) * (case when pg_column_compression(${name}) is null then 1 else ${USUAL_COMPRESSION} end), 0)`;
  });
  return `(${bytes.join(" + ")})`;
}

/** Whether a statement for many callers may carry the row. */
export const isLight = (table: string): string => `${bytesOf(table)} <= ${MAX_LIGHT_BYTES}`;
