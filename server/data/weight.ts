import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Ctx, readWide, WIDE_BYTES } from "@/server/core/ctx";

/** The maximum size of one page of a list, and of what one batch of a job reads. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** The maximum for a value that an older version compressed: few were larger on arrival. */
const MAX_UNPACKED_BYTES = 1024 * 1024;
/** Pglz packs 91 bytes into one at best. A short page is better than a long one. */
const WORST_COMPRESSION = 100;
/** The typical compression of texts. */
const USUAL_COMPRESSION = 8;

const sum = (terms: SQL[]) => sql.join(terms, sql` + `);

/**
 * The bytes that reading the columns takes. Reads no value: JSON is stored uncompressed (`storage external`), so that its
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
 * The bytes of a row's columns as sent, where all rows up to it in `order` are stored in `maxBytes`; otherwise more than
 * `maxBytes`. Few stored bytes may be many when sent: 1e308 has 309 digits. Values beyond the limit are not read.
 */
export function weightOf(order: SQL, maxBytes: number, ...columns: PgColumn[]): SQL<number> {
  const sent = sum(columns.map((column) => sql`coalesce(octet_length(${column}::text), 0)`));
  return sql<number>`case when sum(${storedBytes(columns)}) over (order by ${order}) <= ${sql.raw(String(maxBytes))} then ${sent} else ${sql.raw(String(maxBytes + 1))} end`;
}

/**
 * Does the work with the weights of rows; `weigh` receives the bytes that it may read. Light rows are read at once. For others,
 * weighing costs as much as reading, and both share one turn of the caller: waiting for two turns would take too long.
 */
export async function withWeights<Weighed extends { bytes: number }, T>(
  ctx: Pick<Ctx, "wide">,
  weigh: (maxBytes: number) => Promise<Weighed[]>,
  work: (weighed: Weighed[]) => Promise<T>,
): Promise<T> {
  const weighed = await weigh(WIDE_BYTES);
  const bytes = weighed.reduce((total, one) => total + one.bytes, 0);
  if (bytes <= WIDE_BYTES) return work(weighed);
  return readWide(ctx, bytes, async () => work(await weigh(MAX_PAGE_BYTES)));
}

/** The number of leading pieces that fit into a page or a batch; at least one. */
export function countLight(bytes: number[]): number {
  let sum = 0;
  const heavy = bytes.findIndex((one) => {
    sum += one;
    return sum > MAX_PAGE_BYTES;
  });
  return heavy === -1 ? bytes.length : Math.max(1, heavy);
}

/** The number of leading rows that fit into a page; at least one. */
export const fittingCount = (weighed: { bytes: number }[]): number =>
  countLight(weighed.map(({ bytes }) => bytes));

/** A column as text where it is stored and sent in at most `maxBytes`, and not compressed; otherwise null. */
export const textWithin = (maxBytes: number, column: PgColumn): SQL<string | null> =>
  sql<
    string | null
  >`case when pg_column_size(${column}) <= ${sql.raw(String(maxBytes))} and pg_column_compression(${column}) is null
    then (select told from (select ${column}::text as told offset 0) as one where octet_length(told) <= ${sql.raw(String(maxBytes))}) end`;

/** A statement for many callers carries only items and groups up to this size. */
export const MAX_LIGHT_BYTES = 8 * 1024;

/** SQL text for the size of an item or a group, a row of `table`. */
export function bytesOf(table: string): string {
  const bytes = ["data", "verificationinfos", "title", "image"].map((column) => {
    const name = `${table}.${column}`;
    return `coalesce(pg_column_size(${name}) * (case when pg_column_compression(${name}) is null then 1 else ${USUAL_COMPRESSION} end), 0)`;
  });
  return `(${bytes.join(" + ")})`;
}

/** SQL text for whether a statement for many callers may carry the row. */
export const isLight = (table: string): string => `${bytesOf(table)} <= ${MAX_LIGHT_BYTES}`;
