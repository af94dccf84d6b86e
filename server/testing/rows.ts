import { sql } from "drizzle-orm";
import { runtime } from "@/server/runtime";

/** A hash of the rows of each table, so that a test can tell what a call has changed: but for when a token was last used, which is written now and then. */
export async function hashesOfRows(): Promise<Record<string, string>> {
  const { db } = runtime().database;
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.execute<{ hash: string }>(
      sql`select coalesce(md5(string_agg(told, ',' order by told)), '') as hash
        from (select (to_jsonb(row) - 'last_used_at')::text as told from ${sql.identifier(name)} row) rows`,
    );
    hashes[name] = row?.hash ?? "";
  }
  return hashes;
}
