import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Ctx, readWide, WIDE_BYTES } from "@/server/core/ctx";

/** Of one page of a list. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** A value that an older version compressed counts as much, at most: few were larger when they came in. */
const MAX_UNPACKED_BYTES = 1024 * 1024;
/** Pglz packs 91 bytes into one at best. A page may rather be short than long. */
const WORST_COMPRESSION = 100;
/** Of usual texts. */
const USUAL_COMPRESSION = 8;

const sum = (terms: SQL[]) => sql.join(terms, sql` + `);

/**
 * Bytes that reading the columns takes. No value is read for it: JSON is stored as it is (`storage external`), so that its
 * length is known.
 */
const storedBytes = (columns: PgColumn[]) =>
  sum(
    columns.map(
      (
        column,
      ) => sql`case when pg_column_compression(${column}) is null then coalesce(pg_column_size(${column}), 0)
    else least(${sql.raw(String(WORST_COMPRESSION))} * pg_column_size(${column}), ${sql.raw(String(MAX_UNPACKED_BYTES))}) end`,
    ),
  );

/**
 * Bytes of a row's columns as they are told, where all rows up to it, in an order, are stored in `most` bytes; else more
 * than that. What is stored in a few bytes may be told in many: 1e308 has 309 digits. Values beyond are not read.
 */
export function weightOf(order: SQL, most: number, ...columns: PgColumn[]): SQL<number> {
  const told = sum(columns.map((column) => sql`coalesce(octet_length(${column}::text), 0)`));
  return sql<number>`case when sum(${storedBytes(columns)}) over (order by ${order}) <= ${sql.raw(String(most))} then ${told} else ${sql.raw(String(most + 1))} end`;
}

/**
 * Does the work with the weights of rows; `weigh` is told how much it may read. Where that is little, at once; else weighing
 * takes as much as reading, and both are in one turn of the caller's: who waited for two would be answered too late.
 */
export async function withWeights<Weighed extends { bytes: number }, T>(
  ctx: Pick<Ctx, "wide">,
  weigh: (most: number) => Promise<Weighed[]>,
  work: (weighed: Weighed[]) => Promise<T>,
): Promise<T> {
  const weighed = await weigh(WIDE_BYTES);
  const bytes = weighed.reduce((total, one) => total + one.bytes, 0);
  if (bytes <= WIDE_BYTES) return work(weighed);
  return readWide(ctx, bytes, async () => work(await weigh(MAX_PAGE_BYTES)));
}

/** A column as text where it is stored, and told, in so many bytes at most, and not compressed; else it is not sent. */
export const textWithin = (maxBytes: number, column: PgColumn): SQL<string | null> =>
  sql<
    string | null
  >`case when pg_column_size(${column}) <= ${sql.raw(String(maxBytes))} and pg_column_compression(${column}) is null
    then (select told from (select ${column}::text as told offset 0) as one where octet_length(told) <= ${sql.raw(String(maxBytes))}) end`;

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
