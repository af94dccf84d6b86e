import { sql } from "drizzle-orm";
import { runtime } from "@/server/runtime";

/** A hash of the rows of each table, so that a test can tell what a call has changed. */
export async function hashesOfRows(): Promise<Record<string, string>> {
  const { db } = runtime().database;
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.execute<{ hash: string }>(
      sql`select coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as hash from ${sql.identifier(name)} row`,
    );
    hashes[name] = row?.hash ?? "";
  }
  return hashes;
}
