import { type SQL, sql } from "drizzle-orm";
import { runtime } from "@/server/runtime/runtime";

/** Builds one statement that hashes an expression of each row for all tables, since it runs several hundred times. */
async function hashing(expression: SQL): Promise<SQL> {
  const tables = await runtime().database.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const hashes = tables.map(
    ({ name }) => sql`select ${name} as name, coalesce(md5(string_agg(told, ',' order by told)), '') as hash
      from (select (${expression})::text as told from ${sql.identifier(name)} row) rows`,
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
  rows ??= hashing(sql`to_jsonb(row) - 'last_used_at'`);
  return hashesBy(rows);
}

/** A hash of the transactions that wrote the rows of each table: also differs if a row was rewritten without a change. */
export function hashesOfWrites(): Promise<Record<string, string>> {
  writes ??= hashing(sql`row.xmin`);
  return hashesBy(writes);
}
