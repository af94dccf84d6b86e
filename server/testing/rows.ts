import { type SQL, sql } from "drizzle-orm";
import { runtime } from "@/server/runtime/runtime";

interface Table {
  name: string;
  /** Names without `last_used_at`, quoted and separated by commas. */
  columns: string;
}

/** Builds one statement that sums a hash of each row for all tables, since it runs several hundred times. */
async function hashing(hashOf: (table: Table) => SQL): Promise<SQL> {
  const tables = await runtime().database.db.execute<{ name: string; columns: string }>(
    sql`select tablename as name, string_agg(quote_ident(column_name), ', ') as columns
      from pg_tables join information_schema.columns on table_schema = schemaname and table_name = tablename
      where schemaname = 'public' and column_name <> 'last_used_at' group by tablename order by tablename`,
  );
  const hashes = tables.map(
    (table) => sql`select ${table.name} as name, coalesce(sum(${hashOf(table)}), 0)::text as hash
      from ${sql.identifier(table.name)} row`,
  );
  return sql.join(hashes, sql` union all `);
}

async function hashesBy(statement: Promise<SQL>): Promise<Record<string, string>> {
  const rows = await runtime().database.db.execute<{ name: string; hash: string }>(await statement);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

let rows: Promise<SQL> | undefined;
let writes: Promise<SQL> | undefined;

/**
 * A hash of the rows of each table, so that a test can find what a call has changed. Leaves out when a token was last used,
 * which is written at other times.
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
