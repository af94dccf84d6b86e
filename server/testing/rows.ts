import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { z } from "zod";
import { runtime } from "@/server/runtime/runtime";

interface Table {
  name: string;
  /** Names without `last_used_at`, quoted and separated by commas. */
  columns: string;
}

const Hashes = z.array(z.object({ name: z.string(), hash: z.string() }));

/** Builds one statement that sums a hash of each row for all tables. A partitioned table includes its partitions. */
async function hashing(hashOf: (table: Table) => SQL): Promise<string> {
  const tables = await runtime().database.db.execute<{ name: string; columns: string }>(
    sql`select relname as name, string_agg(quote_ident(attname), ', ') as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname <> 'last_used_at' and relname <> 'api_calls' group by relname order by relname`,
  );
  const hashes = tables.map(
    (
      table,
    ) => sql`select ${sql.raw(`'${table.name}'`)} as name, coalesce(sum(${hashOf(table)}), 0)::text as hash
      from ${sql.identifier(table.name)} row`,
  );
  return new PgDialect().sqlToQuery(sql.join(hashes, sql` union all `)).sql;
}

/** Prepared, since it runs several hundred times and its plan takes longer than its execution. */
async function hashesBy(statement: Promise<string>): Promise<Record<string, string>> {
  const { $client } = runtime().database.db;
  const rows = Hashes.parse(await $client.unsafe(await statement, [], { prepare: true }));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

let rows: Promise<string> | undefined;
let writes: Promise<string> | undefined;

/**
 * A hash of the rows of each table, so that a test can find what a call has changed. Leaves out the request log and when a
 * token was last used, which are written at other times.
 */
export function hashesOfRows(): Promise<Record<string, string>> {
  rows ??= hashing(({ columns }) => sql`hashtextextended(row(${sql.raw(columns)})::text, 0)`);
  return hashesBy(rows);
}

/** A hash of the transactions that wrote the rows of each table: also differs if a row was rewritten without a change. */
export function hashesOfWrites(): Promise<Record<string, string>> {
  writes ??= hashing(() => sql`hashtextextended(row.xmin::text, 0)`);
  return hashesBy(writes);
}
