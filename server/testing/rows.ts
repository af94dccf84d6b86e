import { type SQL, sql } from "drizzle-orm";
import { runtime } from "@/server/runtime/runtime";

/** One statement for all tables: it is asked several hundred times. */
async function readHashes(): Promise<SQL> {
  const tables = await runtime().database.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const hashes = tables.map(
    ({ name }) => sql`select ${name} as name, coalesce(md5(string_agg(told, ',' order by told)), '') as hash
      from (select (to_jsonb(row) - 'last_used_at')::text as told from ${sql.identifier(name)} row) rows`,
  );
  return sql.join(hashes, sql` union all `);
}

let reading: Promise<SQL> | undefined;

/** A hash of the rows of each table, so that a test can tell what a call has changed: but for when a token was last used, which is written now and then. */
export async function hashesOfRows(): Promise<Record<string, string>> {
  reading ??= readHashes();
  const rows = await runtime().database.db.execute<{ name: string; hash: string }>(await reading);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
